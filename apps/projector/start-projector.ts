import { NestFactory } from '@nestjs/core';
import { CONVERSATION_EVENTS, EVENT_LOG, type EventLog } from '@verbatim/event-log';
import {
  atMost,
  NestLogger,
  showPool,
  type Health,
  type Service,
  type ServiceContext,
} from '@verbatim/platform';
import { Database } from '@verbatim/postgres';
import { ConversationProjector } from './conversation-projector';
import { showHalted } from './halted-partitions';
import { ProjectorServer } from './projector-server';
import { ProjectorModule } from './projector.module';
import { startTrimming } from './trim-log';

/** Starts the projector: it consumes `conversation-events` until it is stopped, and finishes the batches in hand then. */
export async function startProjector(context: ServiceContext): Promise<Service> {
  const logger = context.logger.child({ service: 'projector' });
  const app = await NestFactory.create(ProjectorModule.forRoot(context), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const log = app.get<EventLog>(EVENT_LOG);
  const projector = app.get(ConversationProjector);
  const server = new ProjectorServer(
    log,
    context.configuration.projector.group,
    (partition) => projector.claim(partition),
    logger,
  );
  showPool(context.metrics, 'projector', () => app.get(Database).poolFigures());
  showHalted(context.metrics, () => server.assignment());
  app.connectMicroservice({ strategy: server });
  try {
    await log.ensureTopic(CONVERSATION_EVENTS, { partitions: context.configuration.partitions });
    await app.startAllMicroservices();
  } catch (error) {
    await app.close();
    await log.close();
    throw error;
  }
  const stopTrimming = startTrimming(context, app.get(Database));
  const unregister = context.health.register({
    name: 'projector',
    check: () => healthOf(server, log),
  });
  return {
    name: 'projector',
    stop: async () => {
      unregister();
      // A trim may wait for a lock for ten seconds; no batch is begun meanwhile.
      await Promise.all([
        server.close(),
        atMost(context.configuration.shutdownSeconds * 500, stopTrimming()),
      ]);
      await log.close();
      await app.close();
    },
  };
}

/** Throws where the log is out of reach. */
async function healthOf(server: ProjectorServer, log: EventLog): Promise<Health> {
  await log.identity();
  const { held, halted } = server.assignment();
  const data = { partitions: held, halted: Object.fromEntries(halted) };
  if (halted.size === 0) return { status: 'up', data };
  const [reason] = halted.values();
  const detail = `${halted.size} of its partitions are halted (docs/operations/runbooks.md, "A halted partition"): ${reason}`;
  return { status: 'down', detail, data };
}
