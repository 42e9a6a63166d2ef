import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONVERSATION_EVENTS } from '@verbatim/event-log';
import { Database } from '@verbatim/postgres';
import { startOpenAiServer, type OpenAiServer } from '../../support/openai-server';
import { terseModel } from '../../support/terse-model';
import { smallPolicies } from '../../support/random-reductions';
import { takeFootprint, type Footprint } from '../invariants/footprint';
import { JournalWatch } from '../invariants/journal-watch';
import { ask } from '../load/http';
import { Load } from '../load/load';
import { Truth } from '../load/truth';
import type { ProxiedKafka } from '../network/proxied-kafka';
import type { ProxiedPostgres } from '../network/proxied-postgres';
import { TcpProxy } from '../network/tcp-proxy';
import { Random } from './random';
import type { Servers } from './servers';
import { SupervisedProcess, type ServiceName } from '../../support/supervised-process';
import type { WorldOptions } from './world-options';

/** Whether, and how soon, all that the log has was projected. */
export interface Settled {
  readonly isSettled: boolean;
  readonly seconds: number;
  readonly lag: number;
  /** Pieces of work that are still open. */
  readonly due: number;
}

const LOOK_MS = 200;
/** A work's failures back off up to a minute; what was hurt is tried again that late. */
const WORK_PATIENCE_SECONDS = 75;

/** One installation under attack: services in processes of their own, the servers behind proxies, and the load. */
export class World {
  readonly services: SupervisedProcess[] = [];
  /** Filled by `settle`; null before. */
  settled: Settled | null = null;
  /** What the processes held before they were hurt. */
  base: Footprint | null = null;
  /** Looks at the journal all the time: no row may ever change. */
  readonly watch: JournalWatch;
  /** A second projection of the same log, where a fault made one. */
  second: { readonly url: string; readonly services: readonly SupervisedProcess[] } | null = null;

  /** Of its own: how often somebody asks is a matter of time, and must not change what the faults do. */
  private readonly urls: Random;

  private constructor(
    readonly options: WorldOptions,
    readonly random: Random,
    readonly truth: Truth,
    readonly postgres: ProxiedPostgres,
    /** Null on the embedded log. */
    readonly kafka: ProxiedKafka | null,
    /** As the services know it, with the world's prefix. */
    readonly topic: string,
    readonly model: OpenAiServer,
    readonly modelProxy: TcpProxy,
    private readonly databaseName: string,
    /** As the owner, straight to the server. */
    readonly database: Database,
    private readonly environment: Readonly<Record<string, string>>,
    readonly tenants: readonly string[],
  ) {
    this.urls = random.for('urls');
    this.watch = JournalWatch.start(database);
  }

  load!: Load;

  /** Everything listens when it resolves; the load has not begun. */
  static async open(servers: Servers, options: WorldOptions): Promise<World> {
    const random = new Random(options.seed);
    const { postgres } = servers;
    const kafka = options.log === 'kafka' ? await servers.kafka(options.brokers) : null;
    const databaseName = `rig_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
    await administer(postgres, `CREATE DATABASE ${databaseName}`);
    const direct = urlOf(postgres.directUrl, databaseName);
    const database = await Database.open({ url: direct, applicationName: 'rig', poolSize: 4 });
    const model = await startOpenAiServer({ respond: terseModel });
    const { hostname, port } = new URL(model.baseUrl);
    const modelProxy = await TcpProxy.open({ host: hostname, port: Number(port) });
    const prefix = `rig-${randomUUID().slice(0, 8)}-`;
    const environment = {
      DATABASE_URL: urlOf(postgres.url, databaseName),
      OPENAI_API_KEY: 'sk-rig',
      OPENAI_BASE_URL: `http://127.0.0.1:${modelProxy.port}/v1`,
      VERBATIM_SIGNING_KEYS: 'rig:0123456789abcdef0123456789abcdef0123456789abcdef',
      VERBATIM_KAFKA_PREFIX: prefix,
      VERBATIM_KAFKA_SESSION_SECONDS: '6',
      ...(kafka === null ? { VERBATIM_RELAY_RECEIPTS: 'on' } : { KAFKA_BROKERS: kafka.brokers.join() }),
      ...options.settings,
    };
    const tenants = Array.from({ length: options.tenants }, (_, index) => `tenant-${index}`);
    const world = new World(
      options,
      random,
      new Truth(tenants),
      postgres,
      kafka,
      kafka === null ? CONVERSATION_EVENTS : `${prefix}${CONVERSATION_EVENTS}`,
      model,
      modelProxy,
      databaseName,
      database,
      environment,
      tenants,
    );
    await world.startServices();
    return world;
  }

  /** Starts one more service; `env` beside what all of them have. */
  start(name: ServiceName, env: Readonly<Record<string, string>> = {}): SupervisedProcess {
    const service = new SupervisedProcess(name, {
      words: ['--only', name, '--port', '0'],
      env: { ...this.environment, ...env },
      program: this.options.program ?? undefined,
    });
    this.services.push(service);
    return service;
  }

  of(name: ServiceName): readonly SupervisedProcess[] {
    return this.services.filter((service) => service.name === name);
  }

  one(name: ServiceName): SupervisedProcess {
    const [first] = this.of(name);
    if (first === undefined) throw new Error(`this world has no ${name}`);
    return first;
  }

  /** A context-builder's, in turns where there are several. */
  url = async (): Promise<string> => this.urls.pick(this.of('context-builder')).url();

  /** The URL of this world's database for services of another kind, behind the proxy. */
  get databaseUrl(): string {
    return this.environment['DATABASE_URL'] ?? '';
  }

  /** What the services are started with. */
  get settings(): Readonly<Record<string, string>> {
    return this.environment;
  }

  /** Begins with the load, a tenth of it, and remembers what the processes hold then. */
  async warmUp(): Promise<void> {
    await this.load.start();
    await this.load.until(0.1);
    this.base = await takeFootprint(this);
  }

  /** Puts right what a fault may have left behind: the wires, the servers, the model, frozen and absent processes. */
  async heal(): Promise<void> {
    await this.postgres.proxy.pass();
    await Promise.all((this.kafka?.proxies ?? []).map((proxy) => proxy.pass()));
    await this.modelProxy.pass();
    this.model.respondWith(terseModel);
    await Promise.all(this.services.map((service) => service.up()));
  }

  /** Until all that the log has is projected and nothing is due, for at most so many seconds. */
  async settle(boundSeconds: number): Promise<Settled> {
    const began = performance.now();
    const elapsed = (): number => (performance.now() - began) / 1000;
    let figures = { lag: Number.NaN, due: Number.NaN };
    let lagSeconds: number | null = null;
    while (elapsed() < boundSeconds + WORK_PATIENCE_SECONDS) {
      figures = (await this.lag()) ?? figures;
      if (figures.lag === 0) lagSeconds ??= elapsed();
      else lagSeconds = null;
      if (lagSeconds === null && elapsed() > boundSeconds) break;
      if (figures.lag === 0 && figures.due === 0) break;
      await sleep(LOOK_MS);
    }
    this.settled = { isSettled: lagSeconds !== null, seconds: lagSeconds ?? elapsed(), ...figures };
    return this.settled;
  }

  /** As the API tells it; null where it does not answer. A partition that stands still is behind whatever it lacks. */
  async lag(): Promise<{ lag: number; due: number } | null> {
    const [tenant = ''] = this.tenants;
    const url = await this.url();
    const answer = await ask(this.truth, { tenant, url, method: 'GET', path: '/v1/lag' });
    if (answer?.status !== 200) return null;
    const { totals, partitions, work } = JSON.parse(answer.bytes.toString()) as {
      totals: { lag: number };
      partitions: { fault: object | null }[];
      work: { open: number };
    };
    const halted = partitions.filter(({ fault }) => fault !== null).length;
    return { lag: totals.lag + halted, due: work.open };
  }

  async close(): Promise<void> {
    await this.load.close();
    await Promise.all(
      [...this.services, ...(this.second?.services ?? [])].map((service) => service.abandon()),
    );
    await this.watch.stop();
    await this.modelProxy.close();
    await this.model.close();
    await this.database.close();
    await administer(this.postgres, `DROP DATABASE IF EXISTS ${this.databaseName} WITH (FORCE)`);
  }

  private async startServices(): Promise<void> {
    for (const [name, count] of Object.entries(this.options.services)) {
      for (let index = 0; index < count; index += 1) this.start(name as ServiceName);
    }
    this.load = new Load({
      ...this.options,
      tenants: this.tenants,
      kafka: this.kafka === null ? null : { brokers: this.kafka.brokers, topic: this.topic },
      url: this.url,
      truth: this.truth,
      random: this.random.for('load'),
    });
    await Promise.all(this.services.map((service) => service.url()));
    for (const tenant of this.tenants) await this.chooseDefault(tenant);
  }

  /** Every tenant's conversations begin under a policy of its own that reduces early. */
  private async chooseDefault(tenant: string): Promise<void> {
    const policy = this.random.for(tenant).pick(smallPolicies);
    for (const [path, body] of [
      ['/v1/policies/rig', policy],
      ['/v1/policies/default', { name: 'rig' }],
    ] as const) {
      const url = await this.url();
      const answer = await ask(this.truth, { tenant, url, method: 'PUT', path, body: JSON.stringify(body) });
      if (answer?.status !== 202) throw new Error(`PUT ${path}: ${answer?.bytes.toString()}`);
    }
  }
}

async function administer(postgres: ProxiedPostgres, sql: string): Promise<void> {
  const database = await Database.open({ url: postgres.directUrl, applicationName: 'rig', poolSize: 1 });
  try {
    await database.query(sql);
  } finally {
    await database.close();
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
