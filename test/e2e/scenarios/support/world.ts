import { randomUUID } from 'node:crypto';
import {
  conversationKey,
  PostgresConversationReader,
  type ConversationKey,
} from '@verbatim/conversation-store';
import { migrations } from '@verbatim/conversation-store/postgres/migrations';
import { CONVERSATION_EVENTS, openEventLog, recordKey, type EventLog } from '@verbatim/event-log';
import {
  createLogger,
  HealthRegistry,
  loadConfiguration,
  Metrics,
  type Service,
  type ServiceContext,
} from '@verbatim/platform';
import { Database } from '@verbatim/postgres';
import { startContextBuilder } from '../../../../apps/context-builder';
import { startProjector } from '../../../../apps/projector';
import { startSummarizer } from '../../../../apps/summarizer';
import { ConversationClient } from '../../../support/conversation-client';
import { startOpenAiServer, type OpenAiServer } from '../../../support/openai-server';
import { testDatabase, type TestDatabase } from '../../../support/postgres';

export type ServiceName = 'projector' | 'summarizer' | 'context-builder';

/** What a producer that knows Verbatim's envelope publishes. */
export interface ForeignEvent {
  readonly id: string;
  readonly data: object;
  readonly type?: string;
  readonly dataversion?: number;
}

/** Services of this process, started and stopped by name, on a database and a log of their own and a model that is a server. */
export class World {
  /** Of the context-builder that was started last. */
  url = '';
  readonly reader: PostgresConversationReader;
  private readonly running: { readonly name: ServiceName; readonly service: Service }[] = [];

  private constructor(
    readonly openai: OpenAiServer,
    private readonly stored: TestDatabase,
    /** As environment variables. */
    readonly settings: Readonly<Record<string, string>>,
    readonly database: Database,
    readonly log: EventLog,
  ) {
    this.reader = new PostgresConversationReader(database);
  }

  /** With brokers the log is a topic of its own in Kafka, without it is the embedded one. */
  static async open(brokers: readonly string[] | null): Promise<World> {
    const openai = await startOpenAiServer();
    const stored = await testDatabase(migrations);
    const prefix = `scenario-${randomUUID()}-`;
    const settings = {
      DATABASE_URL: stored.url,
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: openai.baseUrl,
      VERBATIM_LOG_LEVEL: 'silent',
      VERBATIM_PARTITIONS: '2',
      ...(brokers && {
        VERBATIM_KAFKA: brokers.join(),
        VERBATIM_KAFKA_PREFIX: prefix,
        VERBATIM_KAFKA_SESSION_SECONDS: '6',
      }),
    };
    const database = await Database.open({ url: stored.url, applicationName: 'scenario', poolSize: 6 });
    const log = openEventLog(database, brokers ? { brokers, prefix, sessionMs: 6_000 } : undefined);
    await log.ensureTopic(CONVERSATION_EVENTS, { partitions: 2 });
    return new World(openai, stored, settings, database, log);
  }

  get databaseUrl(): string {
    return this.stored.url;
  }

  /** Another context for each service: metrics and health are its own. */
  context(): ServiceContext {
    return {
      configuration: loadConfiguration({ env: this.settings }),
      databaseUrl: this.stored.url,
      logger: createLogger('scenario', 'silent'),
      metrics: new Metrics(),
      health: new HealthRegistry(),
    };
  }

  /** One more of each. */
  async start(...names: readonly ServiceName[]): Promise<void> {
    for (const name of names) this.running.push({ name, service: await this.launch(name) });
  }

  /** All of these names; of every name where none is given. */
  async stop(...names: readonly ServiceName[]): Promise<void> {
    const isMeant = ({ name }: { name: ServiceName }): boolean => names.length === 0 || names.includes(name);
    const stopping = this.running.filter(isMeant);
    const others = this.running.filter((each) => !isMeant(each));
    this.running.splice(0, Infinity, ...others);
    await Promise.all(stopping.map(({ service }) => service.stop()));
  }

  conversation(id?: string, tenant?: string): ConversationClient {
    return new ConversationClient(this.url, id, tenant);
  }

  /** In their order, as somebody else's client does. */
  async publish(
    { tenant, conversation }: ConversationKey,
    ...events: readonly ForeignEvent[]
  ): Promise<void> {
    const records = events.map((event) => ({
      key: recordKey(tenant, conversation),
      value: Buffer.from(
        JSON.stringify({ type: 'MessageAppended', subject: conversation, tenantid: tenant, ...event }),
      ),
    }));
    await this.log.append(CONVERSATION_EVENTS, records);
  }

  /** Every conversation that the journal knows. */
  async conversations(): Promise<ConversationKey[]> {
    const keys = await this.database.query<{ tenant: string; conversation: string }>(
      'SELECT tenant, conversation FROM conversation_heads ORDER BY tenant, conversation',
    );
    expect(new Set(keys.map(conversationKey)).size).toBe(keys.length);
    return keys;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.log.close();
    await this.database.close();
    await this.openai.close();
    await this.stored.drop();
  }

  private async launch(name: ServiceName): Promise<Service> {
    switch (name) {
      case 'projector':
        return startProjector(this.context());
      case 'summarizer':
        return startSummarizer(this.context());
      case 'context-builder': {
        const builder = await startContextBuilder(this.context(), { host: '127.0.0.1', port: 0 });
        this.url = builder.url;
        return builder;
      }
    }
  }
}
