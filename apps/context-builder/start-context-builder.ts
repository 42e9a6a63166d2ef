import type { Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { takePart } from '@verbatim/conversation-store';
import { EVENT_LOG, type EventLog } from '@verbatim/event-log';
import {
  atMost,
  keysRequired,
  NestLogger,
  showPool,
  type Service,
  type ServiceContext,
} from '@verbatim/platform';
import { Database } from '@verbatim/postgres';
import { eventIds } from './appending/event-ids';
import { PolicyCatalogue } from './configuration/policy-catalogue';
import { PolicyService } from './configuration/policy-service';
import { ContextBuilderModule } from './context-builder.module';
import { AcknowledgedAppends } from './freshness/acknowledged-appends';
import { Announcements } from './freshness/announcements';
import { Admission } from './http/admission';
import { ProblemFilter } from './http/problem-filter';
import { LogTopic } from './log-topic';
import { startRelay } from './relay/start-relay';
import { authentication } from './security/authentication';
import { KeyDirectory } from './security/key-directory';

const LARGEST_BODY = 32 * 1024 * 1024;
/** To bring a whole request, its body included. */
const REQUEST_MS = 120_000;

/**
 * Starts the HTTP API; port 0 picks one. `stop` takes no more connections and finishes the requests in hand.
 * Throws where the database is out of reach or the port is taken.
 */
export async function startContextBuilder(
  context: ServiceContext,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Service & { readonly url: string }> {
  const logger = context.logger.child({ service: 'context-builder' });
  const app = await NestFactory.create<NestExpressApplication>(ContextBuilderModule.forRoot(context), {
    logger: new NestLogger(logger),
    abortOnError: false,
    bodyParser: false,
  });
  app.disable('x-powered-by');
  const required = keysRequired({ ...context.configuration, host });
  const { http } = context.configuration;
  const admission = new Admission({ ...http, largestBody: LARGEST_BODY }, context.metrics);
  app.use('/v1', admission.admit);
  app.use('/v1', authentication({ keys: app.get(KeyDirectory), required }));
  // Bodies stay bytes: parsing them here would lose integers beyond 2^53 and the order of keys.
  app.useBodyParser('raw', { type: () => true, limit: LARGEST_BODY });
  const overloads = context.metrics.counter({
    name: 'context_builder_overloads_total',
    help: 'Requests answered 503 overloaded, by the limit they met',
    labels: ['limit'],
  });
  app.useGlobalFilters(new ProblemFilter(logger, (limit) => overloads.inc({ limit })));
  showPool(context.metrics, 'context_builder', () => app.get(Database).poolFigures());
  const server: Server = app.getHttpServer();
  server.requestTimeout = REQUEST_MS;
  const log = app.get<EventLog>(EVENT_LOG);
  const topic = new LogTopic(log, context.configuration.partitions, logger);
  let leave = (): Promise<void> => Promise.resolve();
  /** Tenants with settings that were to hold until now. */
  const ended: string[] = [];
  try {
    await topic.ensure();
    leave = await takePart(app.get(Database), async () => {
      ended.push(...(await app.get(PolicyCatalogue).endTemporary()));
    });
    const acknowledged = app.get(AcknowledgedAppends);
    // The connection ends with the database's others.
    await app.get(Announcements).listen((key, appended) => acknowledged.note(key, appended));
    await app.listen(port, host);
  } catch (error) {
    topic.stop();
    await leave();
    await app.close();
    await log.close();
    throw error;
  }
  const stopRelay = startRelay(context, app.get(Database), log);
  const telling = app
    .get(PolicyService)
    .tellDefaults(ended, eventIds(undefined))
    .catch((error: unknown) => logger.warn({ err: error }, 'conversations hear of it with their next event'));
  const unregister = context.health.register({
    name: 'context-builder',
    check: async () => {
      await log.identity();
      return topic.fault === null ? { status: 'up' } : { status: 'down', detail: topic.fault };
    },
  });
  return {
    name: 'context-builder',
    url: await app.getUrl(),
    stop: async () => {
      unregister();
      admission.drain();
      topic.stop();
      // At once: what has to say good-bye may meet a log or a database that is frozen, and no door stays open meanwhile.
      const { shutdownSeconds } = context.configuration;
      await Promise.all([
        closeDoors(server, shutdownSeconds * 300),
        atMost(shutdownSeconds * 500, Promise.all([leave(), telling, stopRelay()])),
      ]);
      await app.close();
      await log.close();
    },
  };
}

/** Accepts no more connections. @returns when the requests in hand are answered; after `graceMs` they are cut off */
async function closeDoors(server: Server, graceMs: number): Promise<void> {
  // A client that never finishes its request would keep the service up; the rest of the time is what stops after it.
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(late);
}
