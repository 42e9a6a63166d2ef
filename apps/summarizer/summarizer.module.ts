import { hostname } from 'node:os';
import { Module, type DynamicModule } from '@nestjs/common';
import {
  ModelDirectory,
  openSigningKeys,
  PostgresCompactionRequests,
  PostgresConfigurationStore,
  PostgresConversationReader,
  PostgresModelCircuits,
  PostgresRequestAllowance,
  PostgresWorkQueue,
} from '@verbatim/conversation-store';
import { EVENT_LOG, openEventLog, type EventLog } from '@verbatim/event-log';
import { HistorySummaries, HistoryWork, owedWorks, TiersWork } from '@verbatim/owed-work';
import {
  databaseBoundsOf,
  kafkaConnectionOf,
  LOGGER,
  Metrics,
  PlatformModule,
  type Logger,
  type ServiceContext,
} from '@verbatim/platform';
import { Database, PostgresModule } from '@verbatim/postgres';
import { TiktokenCounter } from '@verbatim/tokens';
import { CircuitBreaker } from './circuit-breaker';
import { EventPublisher } from './event-publisher';
import { LEASE_SECONDS, LeasedWork } from './leased-work';
import { ModelSummarizers } from './model-summarizers';
import { ProjectionGate } from './projection-gate';
import { AnsweringPublisher, RequestedFirst, requestedWorks } from './requested-compactions';
import { SummarizerMetrics } from './summarizer-metrics';
import { SummaryWriter } from './summary-writer';
import { WorkLoop } from './work-loop';

const overDatabase = [
  {
    provide: PostgresCompactionRequests,
    inject: [Database],
    useFactory: (db: Database) => new PostgresCompactionRequests(db),
  },
  { provide: PostgresWorkQueue, inject: [Database], useFactory: (db: Database) => new PostgresWorkQueue(db) },
  {
    provide: PostgresConversationReader,
    inject: [Database],
    useFactory: (db: Database) => new PostgresConversationReader(db),
  },
];

@Module({})
export class SummarizerModule {
  static forRoot(context: ServiceContext): DynamicModule {
    const { configuration } = context;
    return {
      module: SummarizerModule,
      imports: [
        PlatformModule.forRoot(context),
        PostgresModule.forRoot({
          url: context.databaseUrl,
          role: 'verbatim_summarizer',
          applicationName: 'verbatim-summarizer',
          ...databaseBoundsOf(configuration),
        }),
      ],
      providers: [
        ...overDatabase,
        {
          provide: EVENT_LOG,
          inject: [Database, LOGGER],
          useFactory: (database: Database, logger: Logger) =>
            openEventLog(database, kafkaConnectionOf(configuration, logger)),
        },
        {
          provide: SummarizerMetrics,
          inject: [Metrics, PostgresWorkQueue],
          useFactory: (metrics: Metrics, queue: PostgresWorkQueue) => new SummarizerMetrics(metrics, queue),
        },
        {
          provide: ModelSummarizers,
          inject: [SummarizerMetrics, Database],
          useFactory: (metrics: SummarizerMetrics, database: Database) =>
            new ModelSummarizers(
              configuration,
              new CircuitBreaker(),
              metrics,
              process.env,
              new PostgresModelCircuits(database),
            ),
        },
        {
          provide: SummaryWriter,
          inject: [Database, ModelSummarizers],
          useFactory: async (database: Database, summarizers: ModelSummarizers) =>
            new SummaryWriter({
              summarizers,
              counter: new TiktokenCounter(),
              allowance: new PostgresRequestAllowance(database),
              models: await ModelDirectory.open(
                new PostgresConfigurationStore(database),
                configuration.modelsFile,
              ),
            }),
        },
        {
          provide: ProjectionGate,
          inject: [PostgresConversationReader, EVENT_LOG],
          useFactory: (reader: PostgresConversationReader, log: EventLog) =>
            new ProjectionGate(reader, log, configuration.projector.group),
        },
        {
          provide: EventPublisher,
          inject: [Database, EVENT_LOG],
          useFactory: async (database: Database, log: EventLog) =>
            new EventPublisher(log, await openSigningKeys(database, configuration.signingKeys)),
        },
        {
          provide: RequestedFirst,
          inject: [
            PostgresWorkQueue,
            PostgresCompactionRequests,
            PostgresConversationReader,
            EventPublisher,
            ProjectionGate,
            SummaryWriter,
            SummarizerMetrics,
            LOGGER,
          ],
          useFactory: allWork,
        },
        {
          provide: WorkLoop,
          inject: [RequestedFirst, LOGGER],
          useFactory: (work: RequestedFirst, logger: Logger) =>
            new WorkLoop({
              queue: work,
              perform: (lease, stop) => work.perform(lease, stop),
              worker: `${hostname()}/${process.pid}`,
              leaseSeconds: LEASE_SECONDS,
              concurrency: configuration.summarizer.concurrency,
              logger,
            }),
        },
      ],
    };
  }
}

function allWork(
  queue: PostgresWorkQueue,
  requests: PostgresCompactionRequests,
  reader: PostgresConversationReader,
  publisher: EventPublisher,
  gate: ProjectionGate,
  writer: SummaryWriter,
  metrics: SummarizerMetrics,
  logger: Logger,
): RequestedFirst {
  const counter = new TiktokenCounter();
  const shared = { reader, gate, metrics, logger };
  const summaries = new HistorySummaries(reader, writer);
  const tiers = new TiersWork(reader, summaries, counter);
  const history = new HistoryWork(reader, summaries, tiers);
  const due = new LeasedWork({
    ...shared,
    queue,
    publisher,
    mechanisms: owedWorks(reader, writer, counter, tiers),
  });
  const requested = new LeasedWork({
    ...shared,
    queue: requests,
    publisher: new AnsweringPublisher(publisher, requests),
    mechanisms: requestedWorks({ requests, tiers, history, reader }),
  });
  return new RequestedFirst({ queue: requests, work: requested }, { queue, work: due });
}
