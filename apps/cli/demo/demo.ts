import { CONVERSATION_EVENTS } from '@verbatim/event-log';
import { createLogger, onShutdownSignals, type Configuration } from '@verbatim/platform';
import { ApiClient } from '../api-client';
import { displayOf } from '../output';
import type { Terminal } from '../terminal';
import { namedPolicy, ownPolicy, type ChosenPolicy } from './chosen-policy';
import { close } from './closing';
import { coloured, plain } from './figures';
import { freshStart, keptStart } from './next-commands';
import { ObservedConversation } from './observed-conversation';
import { agentPlay, filePlay, type Play } from './play';
import { stepText } from './report';
import { setStage, type Stage } from './stage';
import type { Tell } from './steps';

export interface DemoOptions {
  readonly policy?: string;
  readonly keep?: true;
  readonly kafka?: string;
  readonly json?: true;
  readonly tasks?: number;
}

const SHUTDOWN_MS = 15_000;

/**
 * Starts everything, plays a conversation through the HTTP API, tells what becomes of it and ends everything. SIGINT and
 * SIGTERM end all of it early, with 0.
 * @throws CommandFailure for a file or policy at fault, or a proof that fails
 */
export async function demo(
  terminal: Terminal,
  file: string | undefined,
  options: DemoOptions,
): Promise<void> {
  const play = file === undefined ? await agentPlay(options.tasks) : await filePlay(file);
  const policy = options.policy === undefined ? ownPolicy : await namedPolicy(options.policy);
  const tell = teller(terminal, options.json === true);
  const setting = setStage({ keep: options.keep === true, kafka: options.kafka });
  let interrupted = false;
  const leave = async (): Promise<void> => {
    interrupted = true;
    await (await setting).clear();
  };
  const ignoreSignals = onShutdownSignals(leave, {
    deadlineMs: SHUTDOWN_MS,
    logger: createLogger('verbatim', 'error'),
  });
  try {
    const stage = await setting;
    await perform(play, policy, stage, tell, options.keep === true).finally(() => stage.clear());
  } catch (error) {
    // What fails because everything ends is no failure; the signal's handler ends the process.
    if (interrupted) await new Promise<never>(() => undefined);
    throw error;
  } finally {
    ignoreSignals();
  }
}

async function perform(
  play: Play,
  policy: ChosenPolicy,
  stage: Stage,
  tell: Tell,
  keep: boolean,
): Promise<void> {
  const kept = keep ? stage.directory : null;
  const client = new ApiClient(stage.url);
  const conversation = new ObservedConversation(client, play.conversation, tell);
  await conversation.assign(policy.body);
  tell({
    step: 'start',
    what: play.what,
    url: stage.url,
    log: logOf(stage.configuration),
    kept,
    policy: policy.name,
    summaries: summarizerOf(stage.configuration),
  });
  await play.script(conversation);
  await close(client, conversation, tell);
  const commands = kept === null ? freshStart : keptStart(kept, stage.configuration.kafka, play.conversation);
  tell({ step: 'next', commands });
}

function logOf({ kafka }: Configuration): string {
  return kafka.brokers === undefined
    ? 'in the same Postgres'
    : `topic ${kafka.prefix}${CONVERSATION_EVENTS} of Kafka at ${kafka.brokers.join(',')}, which stays`;
}

function summarizerOf({ openai, summarizer }: Configuration): string {
  return openai.apiKey === undefined
    ? 'extractive, since there is no OPENAI_API_KEY: quotes, no model'
    : `openai:${summarizer.model}`;
}

function teller(terminal: Terminal, json: boolean): Tell {
  const paint = process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined ? coloured : plain;
  const display = displayOf(terminal, {});
  return (step) => terminal.out(json ? `${JSON.stringify(step)}\n` : stepText(step, paint, display));
}
