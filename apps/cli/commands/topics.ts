import { setTimeout as sleep } from 'node:timers/promises';
import { compactionDemands } from '@verbatim/conversation/decide/compaction-demands';
import type { JsonText } from '@verbatim/formats';
import { Option, type Command } from 'commander';
import { route, type ApiClient } from '../api-client';
import { clientCommand, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import type { Display } from '../display/display';
import { topicsText } from '../display/topics-text';
import { CommandFailure } from '../failure';
import { printAnswer } from '../output';
import { members, shown, valueAt } from '../rendering';
import type { Terminal } from '../terminal';
import { showWatched, watchOption, type WatchOptions } from '../watching';

const LOOK_EVERY_MS = 200;
const LONGEST_WAIT_MS = 300_000;
const WAITING = new Set(['asked', 'published']);

interface CompactOptions extends ClientOptions {
  readonly what?: string;
  readonly wait: boolean;
}

/** `topics`, `compact`: the tiers of a conversation (SPEC 5). */
export function topicCommands(program: Command, terminal: Terminal): void {
  watchOption(
    clientCommand(program, 'topics <conversation>', {
      description: 'print the topics and bulks of a conversation, and what they may take',
      example: 'topics chat-1',
    }),
  ).action(async (conversation: string, options: WatchOptions) => {
    const client = await connect(options);
    await showWatched(terminal, options, async () => {
      printAnswer(terminal, options, await client.get(topicsOf(conversation)), topicsText);
    });
  });

  clientCommand(program, 'compact <conversation>', {
    description:
      'have one step of compaction done now: a checkpoint before it is due, or a step of the topics',
    example: 'compact chat-1 --what checkpoint',
  })
    .addOption(
      new Option('--what <what>', 'which one; the first that can be done without it').choices(
        compactionDemands,
      ),
    )
    .option('--no-wait', 'do not wait until it is done')
    .action((conversation: string, options: CompactOptions) => compact(terminal, conversation, options));
}

async function compact(terminal: Terminal, conversation: string, options: CompactOptions): Promise<void> {
  const client = await connect(options);
  const body = JSON.stringify(options.what === undefined ? {} : { what: options.what });
  const asked = await client.send('POST', route`/v1/conversations/${conversation}/compact`, { body });
  if (!options.wait) {
    printAnswer(terminal, options, asked, (answer) => `asked for: ${shown(valueAt(answer, 'id'))}\n`);
    return;
  }
  const answer = await settled(client, conversation, valueAt(asked.value(), 'id'));
  printAnswer(
    terminal,
    options,
    answer,
    (topics, display) => `${outcome(topics)}${tiersOf(topics, display)}`,
  );
}

async function settled(client: ApiClient, conversation: string, id: unknown): Promise<JsonText> {
  for (const end = Date.now() + LONGEST_WAIT_MS; ; await sleep(LOOK_EVERY_MS)) {
    const answer = await client.get(topicsOf(conversation));
    const { state, error } = members(requestIn(answer.value(), id));
    if (!WAITING.has(String(state))) return answer;
    if (Date.now() > end) throw new CommandFailure(`it is not done yet${error ? `: ${shown(error)}` : ''}`);
  }
}

function requestIn(answer: unknown, id: unknown): unknown {
  return Object.values(members(valueAt(answer, 'compactions'))).find((each) => valueAt(each, 'id') === id);
}

/** Of the newest request. */
function outcome(answer: unknown): string {
  const { state, event, reason } = members(valueAt(answer, 'compactions.0'));
  if (state === 'nothing') return `nothing to compact${reason ? `: ${shown(reason)}` : ''}\n`;
  return state === 'refused' ? `refused: ${shown(event)}\n` : `compacted: ${shown(event)}\n`;
}

/** A policy without topics has nothing to list. */
function tiersOf(answer: unknown, display: Display): string {
  return valueAt(answer, 'budget') === null ? '' : topicsText(answer, display);
}

function topicsOf(conversation: string): string {
  return route`/v1/conversations/${conversation}/topics`;
}
