import type { Command } from 'commander';
import { route } from '../api-client';
import { clientCommand, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { printAnswer } from '../output';
import { members, shown, valueAt } from '../rendering';
import type { Terminal } from '../terminal';

/** `analytics`: what reductions did and saved (SPEC 2). */
export function analyticsCommand(program: Command, terminal: Terminal): void {
  clientCommand(program, 'analytics [conversation]', {
    description: 'print what reductions did and are estimated to have saved: of one conversation, or of all',
    example: 'analytics chat-1',
  }).action(async (conversation: string | undefined, options: ClientOptions) => {
    const client = await connect(options);
    const path =
      conversation === undefined ? '/v1/analytics' : route`/v1/conversations/${conversation}/analytics`;
    printAnswer(terminal, options, await client.get(path), report);
  });
}

function report(answer: unknown): string {
  const at = (path: string): string => shown(valueAt(answer, path));
  const reduced = (path: string): string =>
    `${at(`${path}messages.original`)} messages, ${at(`${path}tokens.original`)} tokens → ` +
    `${at(`${path}messages.reduced`)} messages, ${at(`${path}tokens.reduced`)} tokens` +
    ratio(at(`${path}compressionRatio`));
  const lines = [
    ['conversations', at('conversations')],
    ['now', reduced('')],
    ['served', `${at('served.contexts')} contexts: ${reduced('served.')}`],
    ['summaries', `${at('summaries.callsMade')} LLM calls made, ${at('summaries.callsAvoided')} avoided`],
    ['', `${at('summaries.inputTokens')} tokens in, ${at('summaries.outputTokens')} out`],
    [
      'saved',
      `${at('cost.saved')} USD of prompts - ${at('cost.spent')} USD of summaries = ${at('cost.net')} USD`,
    ],
    ...unpriced(valueAt(answer, 'cost.unpriced')),
  ];
  return lines.map(([name, text]) => `${(name ?? '').padEnd(13)}  ${text}\n`).join('');
}

function ratio(text: string): string {
  return text === '' ? '' : ` (${text} of it)`;
}

function unpriced(names: unknown): string[][] {
  const list = Object.values(members(names)).map(shown);
  return list.length === 0 ? [] : [['no price', `${list.join(', ')}: not counted (models set gives prices)`]];
}
