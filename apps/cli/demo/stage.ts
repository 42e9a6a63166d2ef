import { randomBytes } from 'node:crypto';
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
  // The demonstration's own client sends no key.
  'VERBATIM_API_KEYS',
  'VERBATIM_HOST',
]);

/** @throws what starting the services throws; nothing stays behind then */
export async function setStage({
  keep,
  kafka,
}: {
  keep: boolean;
  kafka: string | undefined;
}): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'verbatim-demo-'));
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    // As root, Postgres runs as another user, who must be able to pass through.
    if (process.getuid?.() === 0) await chmod(directory, 0o711);
    const configuration = configurationIn(directory, kafka);
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

/** In Kafka, topic and group have a prefix of their own: nobody else's events are read, nobody reads these. */
function configurationIn(data: string, kafka: string | undefined): Configuration {
  const env: NodeJS.ProcessEnv = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !notHere.has(name)),
  );
  const logLevel = env['VERBATIM_LOG_LEVEL'] ?? 'error';
  const local = { data, port: '0', logLevel };
  if (kafka === undefined) return configured(local, env).configuration;
  const prefix = `demo-${randomBytes(3).toString('hex')}-`;
  return configured({ ...local, kafka }, { VERBATIM_KAFKA_PREFIX: prefix, ...env }).configuration;
}
