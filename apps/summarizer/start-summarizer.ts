import { NestFactory } from '@nestjs/core';
import { PostgresWorkQueue } from '@verbatim/conversation-store';
import { EVENT_LOG, type EventLog } from '@verbatim/event-log';
import { NestLogger, showPool, type Service, type ServiceContext } from '@verbatim/platform';
import { Database } from '@verbatim/postgres';
import { ModelSummarizers } from './model-summarizers';
import { summarizerHealth } from './summarizer-health';
import { SummarizerModule } from './summarizer.module';
import { WorkLoop } from './work-loop';

/** Starts the summarizer: it leases due work and publishes events. Stopping waits for calls in hand, up to a deadline. */
export async function startSummarizer(context: ServiceContext): Promise<Service> {
  const logger = context.logger.child({ service: 'summarizer' });
  const app = await NestFactory.createApplicationContext(SummarizerModule.forRoot({ ...context, logger }), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const loop = app.get(WorkLoop);
  showPool(context.metrics, 'summarizer', () => app.get(Database).poolFigures());
  const unregister = context.health.register({
    name: 'summarizer',
    check: () => summarizerHealth(app.get(PostgresWorkQueue), app.get(ModelSummarizers)),
  });
  loop.start();
  return {
    name: 'summarizer',
    stop: async () => {
      unregister();
      // The other half of the time for shutting down is left to what stops after it.
      await loop.stop(context.configuration.shutdownSeconds * 500);
      await app.close();
      await app.get<EventLog>(EVENT_LOG).close();
    },
  };
}
