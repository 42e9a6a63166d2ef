import { existsSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { createLogger, onShutdownSignals, type Configuration } from '@verbatim/platform';
import { ApiClient, route } from '../api-client';
import { readDocument, readText } from '../document-file';
import { CommandFailure } from '../failure';
import { configured } from '../serve/serve-options';
import type { Terminal } from '../terminal';
import { exploration } from './agent';
import type { Script } from './chat';
import { close } from './closing';
import { coloured, plain } from './figures';
import { fileScript } from './file-script';
import { nextCommands } from './next-commands';
import { ObservedConversation } from './observed-conversation';
import { namedPolicy, ownPolicy, type ChosenPolicy } from './chosen-policy';
import { ProjectFiles } from './project-files';
import { stepText } from './report';
import { setStage } from './stage';
import type { Step, Tell } from './steps';
import { tasks } from './tasks';

export interface DemoOptions {
  readonly policy?: string;
  readonly keep?: true;
  readonly json?: true;
  readonly tasks?: number;
}

interface Play {
  readonly what: string;
  readonly conversation: string;
  readonly script: Script;
}

/**
 * Starts everything, plays a conversation through the HTTP API, shows what became of it and ends everything. SIGINT and
 * SIGTERM end it at once, with 0.
 * @throws CommandFailure for a file or policy at fault, or a proof that fails
 */
export async function demo(terminal: Terminal, file: string | undefined, options: DemoOptions): Promise<void> {
  const play = file === undefined ? await agentPlay(options.tasks) : filePlay(file, await readText(file));
  const policy = options.policy === undefined ? ownPolicy : await namedPolicy(options.policy);
  const tell = teller(terminal, options.json);
  const { logLevel, shutdownSeconds } = configure('');
  const logger = createLogger('verbatim', logLevel);
  const setting = setStage(configure, logger, options.keep === true);
  let interrupted = false;
  const leave = async (): Promise<void> => {
    interrupted = true;
    await (await setting).clear();
  };
  const ignoreSignals = onShutdownSignals(leave, { deadlineMs: shutdownSeconds * 1000, logger });
  try {
    const stage = await setting;
    try {
      await perform(play, policy, stage.url, tell);
      tell({ step: 'next', commands: nextCommands(stage.directory, play.conversation, options.keep === true) });
    } finally {
      if (!interrupted) await stage.clear();
    }
  } catch (error) {
    if (interrupted) return await new Promise<never>(() => undefined);
    throw error;
  } finally {
    ignoreSignals();
  }
}
