import { hostname } from 'node:os';
import { Module, type DynamicModule } from '@nestjs/common';
import { PostgresConversationReader, PostgresWorkQueue } from '@verbatim/conversation-store';
import { EVENT_LOG, openEventLog, type EventLog } from '@verbatim/event-log';
import {
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
import { HistoryWork } from './history-work';
import { LEASE_SECONDS, LeasedWork } from './leased-work';
import { ModelSummarizers } from './model-summarizers';
import { OmissionWork } from './omission-work';
import { ProjectionGate } from './projection-gate';
import { SummarizerMetrics } from './summarizer-metrics';
import { SummaryInputs } from './summary-inputs';
import { WorkLoop } from './work-loop';

const overDatabase = [
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
          inject: [SummarizerMetrics],
          useFactory: (metrics: SummarizerMetrics) =>
            new ModelSummarizers(configuration, new CircuitBreaker(), metrics),
        },
        {
          provide: LeasedWork,
          inject: [
            PostgresWorkQueue,
            PostgresConversationReader,
            EVENT_LOG,
            ModelSummarizers,
            SummarizerMetrics,
            LOGGER,
          ],
          useFactory: leasedWork,
        },
        {
          provide: WorkLoop,
          inject: [PostgresWorkQueue, LeasedWork, LOGGER],
          useFactory: (queue: PostgresWorkQueue, work: LeasedWork, logger: Logger) =>
            new WorkLoop({
              queue,
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

function leasedWork(
  queue: PostgresWorkQueue,
  reader: PostgresConversationReader,
  log: EventLog,
  summarizers: ModelSummarizers,
  metrics: SummarizerMetrics,
  logger: Logger,
): LeasedWork {
  const counter = new TiktokenCounter();
  return new LeasedWork({
    queue,
    reader,
    gate: new ProjectionGate(reader, log),
    publisher: new EventPublisher(log),
    mechanisms: {
      history: new HistoryWork(reader, new SummaryInputs(reader), summarizers, counter),
      'tool-results': new OmissionWork(reader, counter),
    },
    metrics,
    logger,
  });
}
