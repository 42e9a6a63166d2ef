import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { route } from '../api-client';
import { clientCommand, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { column } from '../display/column';
import type { Display } from '../display/display';
import { printAnswer } from '../output';
import { readPolicyDocument } from '../policy-document';
import { members, valueAt } from '../rendering';
import type { Terminal } from '../terminal';

interface TryOptions extends ClientOptions {
  readonly model?: string;
  readonly target?: string;
}

/** `policy try`: what a policy would show of a conversation, beside what is shown now. */
export function policyTryCommand(policy: Command, terminal: Terminal): void {
  clientCommand(policy, 'try <policy> <conversation>', {
    description: 'show what a policy (a name or a file) would do to a conversation; nothing is changed',
    example: 'policy try agentkit chat-1 --model gpt-4o',
  })
    .option('--model <model>', 'the model that contexts are made for; the newest call says it otherwise')
    .option('--target <format>', "the provider's format, such as openai-chat")
    .action(async (named: string, conversation: string, options: TryOptions) => {
      const { model, target, ...rest } = options;
      const wanted = (await isFile(named))
        ? { document: JSON.parse(await readPolicyDocument(named)) as unknown }
        : { name: named };
      const client = await connect(rest);
      const where = route`/v1/conversations/${conversation}/policy/try`;
      const answer = await client.send('POST', where, { body: JSON.stringify({ ...wanted, model, target }) });
      printAnswer(terminal, rest, answer, trialText);
    });
}

/** What looks like a path is one, so that a file that is missing is not taken for a name. */
async function isFile(named: string): Promise<boolean> {
  if (/[/\\]|\.(?:json|ya?ml)$/i.test(named)) return true;
  return stat(named).then(
    (found) => found.isFile(),
    () => false,
  );
}

const figures: readonly (readonly [heading: string, path: string])[] = [
  ['Input tokens', 'tokens'],
  ['Messages in the body', 'messages'],
  ['  of them summaries', 'summaries'],
  ['Tool results omitted', 'omissions'],
  ['Messages shortened', 'shortened'],
  ['Messages cut', 'cuts'],
  ['Tokens kept of the last body', 'prefix.sameTokens'],
];

function trialText(trial: unknown, display: Display): string {
  const { conversation, messages, model, target } = members(trial);
  const facts = display.facts([
    { name: 'Conversation', value: conversation },
    { name: 'Messages', value: messages, kind: 'number' },
    { name: 'Model', value: model },
    { name: 'Target', value: target },
    { name: 'Policy now', value: policyName(valueAt(trial, 'now.policy')) },
    { name: 'Policy tried', value: policyName(valueAt(trial, 'tried.policy')) },
  ]);
  return [facts, compared(trial, display), workText(trial, display), notesText(trial, display)].join('');
}

function policyName(policy: unknown): string {
  const { name, version } = members(policy);
  return typeof name === 'string' ? name : `a document, version ${String(version).slice(0, 12)}`;
}

function compared(trial: unknown, display: Display): string {
  const problems = ['now', 'tried'].flatMap((side) => {
    const detail = valueAt(trial, `${side}.problem.detail`);
    return typeof detail === 'string' ? [`No context can be made (${side}): ${detail}\n`] : [];
  });
  const rows = figures.map(([what, path]) => {
    const [now, tried] = [valueAt(trial, `now.shown.${path}`), valueAt(trial, `tried.shown.${path}`)];
    const difference =
      typeof now === 'number' && typeof tried === 'number' ? signed(tried - now, display) : '';
    return { what, now, tried, difference };
  });
  const cost = {
    what: 'Input cost of a call',
    now: dollars(valueAt(trial, 'now.shown.cost.input')),
    tried: dollars(valueAt(trial, 'tried.shown.cost.input')),
  };
  const columns = [
    column.text('What is shown', 'what'),
    column.number('Now', 'now'),
    column.number('Tried', 'tried'),
    column.number('Difference', 'difference'),
  ];
  return `\n${display.table([...rows, cost], columns)}${problems.join('')}`;
}

function workText(trial: unknown, display: Display): string {
  const summaries = Object.values(members(valueAt(trial, 'work.summaries')));
  const { calls, inputTokens, outputTokens, cost } = members(valueAt(trial, 'work.llm'));
  const events = Number(valueAt(trial, 'work.events'));
  const title = display.section('Work that it would make due');
  const facts = display.facts([
    { name: 'Events', value: events, kind: 'number' },
    { name: 'Calls of a model', value: calls, kind: 'number' },
    {
      name: 'Their tokens, about',
      value:
        calls === 0
          ? null
          : `${display.number(Number(inputTokens))} in, ${display.number(Number(outputTokens))} out`,
    },
    { name: 'Their cost, about', value: calls === 0 ? null : dollars(cost) },
  ]);
  if (summaries.length === 0) return title + facts;
  const columns = [
    column.text('Summary', 'purpose'),
    column.number('Messages', 'messages'),
    column.number('Tokens before', 'tokensBefore'),
    column.number('Tokens after', 'tokensAfter'),
    column.text('By', 'summarizer'),
    column.flag('Simulated', 'simulated'),
  ];
  const simulated = summaries.some((each) => valueAt(each, 'simulated') === true)
    ? 'Simulated: no model was asked; an extractive summary stands in, and its figures are estimates.\n'
    : '';
  return `${title}${facts}\n${display.table(summaries, columns)}${simulated}`;
}

function notesText(trial: unknown, display: Display): string {
  const notes = (name: string): string[] =>
    Object.values(members(valueAt(trial, name))).map((each) => String(valueAt(each, 'detail')));
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['Warnings', [...notes('warnings'), ...notes('tried.shown.degraded')]],
    ['Further reduction', notes('hints')],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => display.section(title) + lines.map((line) => `${line}\n`).join(''))
    .join('');
}

function signed(difference: number, display: Display): string {
  return difference > 0 ? `+${display.number(difference)}` : display.number(difference);
}

/** Cents of a cent matter for one call. */
function dollars(amount: unknown): string | null {
  return typeof amount === 'number' ? `$${amount.toFixed(4)}` : null;
}
