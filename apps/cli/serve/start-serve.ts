import { setTimeout as sleep } from 'node:timers/promises';
import { migrations } from '@verbatim/conversation-store';
import {
  HealthRegistry,
  Metrics,
  ServiceDirectory,
  type Configuration,
  type Logger,
} from '@verbatim/platform';
import { EmbeddedPostgres, migrate } from '@verbatim/postgres';
import { CommandFailure, reasonOf } from '../failure';
import { refuseOpenHost } from './refuse-open-host';
import { serviceNames, type ServiceName } from './service-name';
import { startServices } from './services';
import { UndoStack } from './undo-stack';

/** Services that run; `stop` says so to balancers, ends them in the right order, and their Postgres last. */
export interface Serving {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the services on the configured database, else on a Postgres of their own in the data folder. All of them
 * together own that folder, where client commands look for them.
 * @throws CommandFailure, ConfigurationError, DirectoryInUse, PostgresError; nothing stays running then
 */
export async function startServe(
  configuration: Configuration,
  names: readonly ServiceName[],
  logger: Logger,
): Promise<Serving> {
  const undo = new UndoStack(logger);
  try {
    const directory = names.length === serviceNames.length ? await ownDirectory(configuration, undo) : null;
    const databaseUrl = configuration.database ?? (await ownPostgres(configuration, logger, undo));
    await prepare(databaseUrl, logger);
    await refuseOpenHost(configuration, databaseUrl);
    const shared = { metrics: new Metrics(), health: new HealthRegistry() };
    const context = { configuration, databaseUrl, logger, ...shared };
    const url = await startServices(names, context, configuration, undo);
    await directory?.announce({ url });
    const stop = async (): Promise<void> => {
      shared.health.drain();
      await sleep(configuration.noticeSeconds * 1000);
      await undo.unwind();
    };
    return { url, stop };
  } catch (error) {
    await undo.unwind().catch((failure: unknown) => logger.debug({ err: failure }, 'left behind'));
    throw explained(error, configuration);
  }
}

async function ownDirectory({ data }: Configuration, undo: UndoStack): Promise<ServiceDirectory> {
  const directory = await ServiceDirectory.acquire(data);
  undo.push('the data folder', () => directory.release());
  return directory;
}

async function ownPostgres({ data }: Configuration, logger: Logger, undo: UndoStack): Promise<string> {
  const log = logger.child({ service: 'postgres' });
  const postgres = await EmbeddedPostgres.start({ directory: data, onLog: (line) => log.debug(line) });
  const stopListening = stopOnExit(postgres.pid);
  undo.push('Postgres', async () => {
    await postgres.stop();
    stopListening();
  });
  return postgres.url;
}

/** Also a process that ends without draining (a crash, a deadline) leaves no server behind, unless it is killed. */
function stopOnExit(pid: number): () => void {
  const onExit = (): void => {
    try {
      process.kill(pid, 'SIGINT');
    } catch {
      // It is gone already.
    }
  };
  process.once('exit', onExit);
  return () => process.off('exit', onExit);
}

async function prepare(databaseUrl: string, logger: Logger): Promise<void> {
  try {
    const { applied } = await migrate(databaseUrl, migrations);
    if (applied.length > 0) logger.info({ applied }, `applied ${applied.length} migrations`);
  } catch (cause) {
    throw new CommandFailure(`the database cannot be used: ${reasonOf(cause)}`, 1, { cause });
  }
}

function explained(error: unknown, { host, port }: Configuration): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return error;
  const message = `port ${port} on ${host} is taken: stop what listens there, or choose another with --port (0 picks one)`;
  return new CommandFailure(message, 1, { cause: error });
}
