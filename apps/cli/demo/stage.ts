import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, type Configuration } from '@verbatim/platform';
import { configured } from '../serve/serve-options';
import { serviceNames } from '../serve/service-name';
import { startServe } from '../serve/start-serve';

/** All services in this process, on an embedded Postgres in a folder of its own. */
export interface Stage {
  readonly url: string;
  readonly directory: string;
  readonly configuration: Configuration;
  /** Ends the services and, unless it is kept, removes the folder. Again is harmless. */
  clear(): Promise<void>;
}

/** What would lead to somebody's real data, or to a port that is taken. */
const notHere = new Set([
  'DATABASE_URL',
  'VERBATIM_DATABASE',
  'VERBATIM_CONFIG',
  'KAFKA_BROKERS',
  'VERBATIM_KAFKA',
]);

/** @throws what starting the services throws; nothing stays behind then */
export async function setStage(keep: boolean): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'verbatim-demo-'));
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    // As root, Postgres runs as another user, who must be able to pass through.
    if (process.getuid?.() === 0) await chmod(directory, 0o711);
    const configuration = configurationIn(directory);
    const logger = createLogger('verbatim', configuration.logLevel);
    const { url, stop } = await startServe(configuration, serviceNames, logger);
    let clearing: Promise<void> | undefined;
    const clear = (): Promise<void> => (clearing ??= stop().then(() => (keep ? undefined : remove())));
    return { url, directory, configuration, clear };
  } catch (error) {
    await remove();
    throw error;
  }
}

function configurationIn(data: string): Configuration {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !notHere.has(name)));
  const logLevel = env['VERBATIM_LOG_LEVEL'] ?? 'error';
  return configured({ data, port: '0', logLevel }, env).configuration;
}
