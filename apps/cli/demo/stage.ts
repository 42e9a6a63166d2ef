import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration, Logger } from '@verbatim/platform';
import { serviceNames } from '../serve/service-name';
import { startServe } from '../serve/start-serve';

/** All services on an embedded Postgres, in this process. */
export interface Stage {
  readonly url: string;
  readonly directory: string;
  /** Ends the services and, unless it is kept, removes the folder. */
  clear(): Promise<void>;
}

/** @throws what starting the services throws; nothing stays behind then */
export async function setStage(
  configure: (directory: string) => Configuration,
  logger: Logger,
  keep: boolean,
): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'verbatim-demo-'));
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  // As root, Postgres runs as another user, who must be able to pass through.
  if (process.getuid?.() === 0) await chmod(directory, 0o711);
  try {
    const { url, stop } = await startServe(configure(directory), serviceNames, logger);
    const clear = async (): Promise<void> => {
      await stop();
      if (!keep) await remove();
    };
    return { url, directory, clear };
  } catch (error) {
    await remove();
    throw error;
  }
}
