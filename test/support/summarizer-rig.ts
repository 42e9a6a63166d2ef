import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalPolicy, resolvePolicy, type PolicyDocument } from '@verbatim/conversation';
import {
  openSigningKeys,
  policyVersion,
  PostgresConversationReader,
  PostgresWorkQueue,
  type ConversationKey,
  type StoredEvent,
} from '@verbatim/conversation-store';
import { migrations } from '@verbatim/conversation-store/postgres/migrations';
import { CONVERSATION_EVENTS, PostgresEventLog, recordKey } from '@verbatim/event-log';
import {
  createLogger,
  HealthRegistry,
  loadConfiguration,
  Metrics,
  type Service,
  type ServiceContext,
} from '@verbatim/platform';
import { Database } from '@verbatim/postgres';
import { startProjector } from '../../apps/projector';
import { startSummarizer } from '../../apps/summarizer';
import { startOpenAiServer } from './openai-server';
import { testDatabase } from './postgres';

export type SummarizerRig = Awaited<ReturnType<typeof startRig>>;

export function conversation(name: string, tenant = 'default'): ConversationKey {
  return { tenant, conversation: name };
}

/** Polls until the condition gives something other than false, null or undefined; gives up after half a minute. */
export async function eventually<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    const found = await look();
    if (found !== false && found !== null && found !== undefined) return found;
    await sleep(20);
  }
  throw new Error('it did not come true within half a minute');
}

/** A database of its own, an LLM server, and services started on them when a test asks. */
export async function startRig() {
  const { url, drop } = await testDatabase(migrations);
  const database = await Database.open({ url, applicationName: 'summarizer rig', poolSize: 4 });
  const log = new PostgresEventLog(database);
  const reader = new PostgresConversationReader(database);
  const keys = await openSigningKeys(database);
  const openai = await startOpenAiServer();
  const services = new Set<Service>();

  const keep = (service: Service): Service => {
    const kept = {
      name: service.name,
      stop: () => (services.delete(kept) ? service.stop() : Promise.resolve()),
    };
    services.add(kept);
    return kept;
  };

  const context = (settings: object = {}): ServiceContext => ({
    configuration: loadConfiguration({
      env: {},
      overrides: { openai: { apiKey: 'sk-test', baseUrl: openai.baseUrl }, ...settings },
    }),
    databaseUrl: url,
    logger: createLogger('rig', 'silent'),
    metrics: new Metrics(),
    health: new HealthRegistry(),
  });

  /** As producers, or as our services: signed. */
  const send = async (
    key: ConversationKey,
    events: readonly { id: string; type?: string; data: object }[],
  ): Promise<void> => {
    const records = events.map((event) => ({
      key: recordKey(key.tenant, key.conversation),
      value: Buffer.from(
        JSON.stringify({
          type: 'MessageAppended',
          subject: key.conversation,
          tenantid: key.tenant,
          ...event,
        }),
      ),
    }));
    await log.append(
      CONVERSATION_EVENTS,
      records.map((record) => keys.sign(record)),
    );
  };

  const journal = (key: ConversationKey, type: string): Promise<StoredEvent[]> =>
    reader
      .events(key, 0, Number.MAX_SAFE_INTEGER, 100_000)
      .then((events) => events.filter((event) => event.type === type));

  await log.ensureTopic(CONVERSATION_EVENTS, { partitions: 3 });

  return {
    database,
    log,
    reader,
    queue: new PostgresWorkQueue(database),
    openai,
    context,
    send,
    journal,

    async project(): Promise<Service> {
      return keep(await startProjector(context()));
    },

    async summarize(given: ServiceContext = context()): Promise<Service> {
      return keep(await startSummarizer(given));
    },

    async assign(key: ConversationKey, document: PolicyDocument, id = 'policy'): Promise<void> {
      const policy = resolvePolicy(document);
      const version = policyVersion(canonicalPolicy(policy));
      const data = { name: null, origin: 'assigned', version, policy };
      await send(key, [{ id, type: 'PolicyAssigned', data }]);
    },

    /** Messages numbered from `from` on, users and assistants in turn. */
    async chat(key: ConversationKey, from: number, count: number): Promise<void> {
      const messages = Array.from({ length: count }, (_, index) => ({
        id: `m${from + index}`,
        data: {
          role: (from + index) % 2 === 0 ? 'user' : 'assistant',
          content: `message number ${from + index} of the chat`,
        },
      }));
      await send(key, messages);
    },

    /** Waits until the conversation holds that many messages. */
    async projected(key: ConversationKey, messages: number): Promise<void> {
      await eventually(async () => (await reader.head(key))?.head.messages === messages);
    },

    /** Waits until the conversation holds that many messages and nothing more is due; answers its state. */
    async settled(key: ConversationKey, messages: number) {
      await this.projected(key, messages);
      await eventually(async () => (await reader.figures(key)).work.length === 0);
      const stored = await reader.head(key);
      if (!stored) throw new Error(`${key.conversation} does not exist`);
      return { head: stored.head, checkpoints: await reader.checkpoints(key) };
    },

    /** Stops what was started; the rig can be used on. */
    async stopServices(): Promise<void> {
      await Promise.all([...services].map((service) => service.stop()));
    },

    async close(): Promise<void> {
      await this.stopServices();
      await openai.close();
      await log.close();
      await database.close();
      await drop();
    },
  };
}
