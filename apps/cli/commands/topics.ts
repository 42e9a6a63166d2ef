import { setTimeout as sleep } from 'node:timers/promises';
import { tierDemands } from '@verbatim/conversation/decide/tiers/step';
import type { JsonText } from '@verbatim/formats';
import { Option, type Command } from 'commander';
import { route, type ApiClient } from '../api-client';
import { clientCommand, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { CommandFailure } from '../failure';
import { printAnswer } from '../output';
import { members, shown, valueAt } from '../rendering';
import type { Terminal } from '../terminal';

const LOOK_EVERY_MS = 200;
const LONGEST_WAIT_MS = 300_000;
const WAITING = new Set(['asked', 'published']);

interface CompactOptions extends ClientOptions {
  readonly what?: string;
  readonly wait: boolean;
}

/** `topics`, `compact`: the tiers of a conversation (SPEC 5). */
export function topicCommands(program: Command, terminal: Terminal): void {
  clientCommand(program, 'topics <conversation>', {
    description: 'print the topics and bulks of a conversation, and what they may take',
    example: 'topics chat-1',
  }).action(async (conversation: string, options: ClientOptions) => {
    const client = await connect(options);
    printAnswer(terminal, options, await client.get(topicsOf(conversation)), listing);
  });

  clientCommand(program, 'compact <conversation>', {
    description: 'have one step of compaction done now, whatever the budget',
    example: 'compact chat-1 --what attention',
  })
    .addOption(
      new Option('--what <what>', 'which one; the first that can be done without it').choices(tierDemands),
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
  printAnswer(terminal, options, answer, (topics) => `${outcome(topics)}${listing(topics)}`);
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
  const { state, event } = members(valueAt(answer, 'compactions.0'));
  if (state === 'nothing') return 'nothing to compact\n';
  return state === 'refused' ? `refused: ${shown(event)}\n` : `compacted: ${shown(event)}\n`;
}

function listing(answer: unknown): string {
  const items = Object.values(members(valueAt(answer, 'items'))).map((item) => {
    const { kind, id, title, state, messages, tokens } = members(item);
    const about = `${shown(messages)} messages, ${shown(tokens)} tokens, ${shown(state)}`;
    return `${String(kind).padEnd(10)}  ${[id, title].map(shown).join('  ').trim()}  ${about}\n`;
  });
  const budget = valueAt(answer, 'budget');
  if (budget === null) return 'the policy has no topics\n';
  const used = ['history', 'current', 'topics', 'bulks'].map(
    (tier) => `${tier} ${shown(valueAt(budget, `used.${tier}`))} of ${shown(valueAt(budget, tier))}`,
  );
  const degraded = Object.values(members(valueAt(answer, 'degraded'))).map(
    (each) => `${shown(valueAt(each, 'detail'))}\n`,
  );
  return [...items, `tokens: ${used.join(', ')}\n`, ...degraded].join('');
}

function topicsOf(conversation: string): string {
  return route`/v1/conversations/${conversation}/topics`;
}
