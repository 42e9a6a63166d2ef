import { randomUUID } from 'node:crypto';
import { migrations } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS } from '@verbatim/event-log';
import { Database } from '@verbatim/postgres';
import { testDatabase, type TestDatabase } from '../postgres';
import { ForeignProducer } from './foreign-producer';
import { SupervisedProcess, type ServiceName } from '../supervised-process';

/** Who reads a partition, and how far, as the projectors themselves keep it. */
export interface Position {
  readonly partition: number;
  /** `host/pid` */
  readonly owner: string;
  /** Raised at each claim. */
  readonly epoch: number;
}

/** Less than the services' own, for what waits until a frozen process has lost its locks. */
const patience = '-c idle_in_transaction_session_timeout=3000';

/** The services as processes of their own, on a database of their own and on topics and groups of their own in Kafka. */
export class KafkaRig {
  private readonly services: SupervisedProcess[] = [];
  private readonly producers: ForeignProducer[] = [];

  private constructor(
    private readonly brokers: readonly string[],
    private readonly settings: Readonly<Record<string, string>>,
    private readonly stored: TestDatabase,
    readonly database: Database,
  ) {}

  /** `settings` are environment variables for the services. */
  static async open(
    brokers: readonly string[],
    settings: Readonly<Record<string, string>> = {},
  ): Promise<KafkaRig> {
    const own = { VERBATIM_KAFKA_PREFIX: `rig-${randomUUID()}-`, VERBATIM_KAFKA_SESSION_SECONDS: '6' };
    const stored = await testDatabase(migrations);
    const database = await Database.open({ url: stored.url, applicationName: 'rig', poolSize: 4 });
    return new KafkaRig(brokers, { ...own, ...settings }, stored, database);
  }

  /** Starts one more; do not wait for it where several are to start together. */
  start(name: ServiceName): SupervisedProcess {
    const databaseUrl = `${this.stored.url}?options=${encodeURIComponent(patience)}`;
    const service = new SupervisedProcess(name, {
      words: ['--only', name, '--port', '0', '--kafka', this.brokers.join()],
      env: { DATABASE_URL: databaseUrl, ...this.settings },
    });
    this.services.push(service);
    return service;
  }

  /** Once a service has made the topic. */
  async producer(name: string): Promise<ForeignProducer> {
    const topic = `${this.settings['VERBATIM_KAFKA_PREFIX']}${CONVERSATION_EVENTS}`;
    const producer = await ForeignProducer.connect(name, this.brokers, topic);
    this.producers.push(producer);
    return producer;
  }

  /** By partition, ascending. */
  async positions(): Promise<Position[]> {
    const rows = await this.database.query<{ partition: number; owner: string; epoch: string }>(
      'SELECT partition, owner, epoch FROM processor_positions ORDER BY partition',
    );
    return rows.map(({ partition, owner, epoch }) => ({ partition, owner, epoch: Number(epoch) }));
  }

  /** Whether somebody has claimed each of these partitions anew. */
  async claimedSince(earlier: readonly Position[]): Promise<boolean> {
    const now = await this.positions();
    return earlier.every(({ partition, epoch }) => (now[partition]?.epoch ?? 0) > epoch);
  }

  /** The partitions that the service claimed last. */
  async ownedBy(service: SupervisedProcess): Promise<Position[]> {
    const suffix = `/${await service.pid()}`;
    return (await this.positions()).filter(({ owner }) => owner.endsWith(suffix));
  }

  /** Those of the projection that came through these partitions. */
  async conversationsOf(partitions: readonly number[]): Promise<string[]> {
    const rows = await this.database.query<{ conversation: string }>(
      'SELECT conversation FROM conversation_heads WHERE partition = ANY ($1)',
      [partitions],
    );
    return rows.map(({ conversation }) => conversation);
  }

  /** What services wrote that ended unasked. */
  get crashes(): string[] {
    return this.services.flatMap(({ name, crashes, killedUnasked }) =>
      killedUnasked === 0 ? crashes : [...crashes, `${name} was killed ${killedUnasked} times`],
    );
  }

  /** Ends everything, whatever state it is in. */
  async close(): Promise<void> {
    await Promise.all(this.services.map((service) => service.abandon()));
    await Promise.all(this.producers.map((producer) => producer.disconnect()));
    await this.database.close();
    await this.stored.drop();
  }
}
