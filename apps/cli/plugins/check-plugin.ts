import { basename } from 'node:path';
import type { History } from '@verbatim/conversation';
import { JsonText } from '@verbatim/formats/json-text';
import { inspectPlugin, pluginFileName, readPlugin, type PluginProblem } from '@verbatim/history-plugins';
import { route } from '../api-client';
import type { ClientOptions } from '../client-command';
import { connect } from '../connection';
import { column } from '../display/column';
import type { Display } from '../display/display';
import { CommandFailure } from '../failure';
import { printAnswer } from '../output';
import { tryPlugin, type Change, type PluginInput } from './try-plugin';
import type { Terminal } from '../terminal';

export interface CheckOptions extends ClientOptions {
  readonly on?: string;
  readonly model?: string;
  readonly target?: string;
  readonly options?: Record<string, unknown>;
  readonly milliseconds: number;
}

interface Checked {
  readonly file: string;
  readonly name: string;
  readonly version: string | null;
  readonly hooks: readonly string[];
  readonly takesOptions: boolean;
  readonly problem: PluginProblem | null;
  readonly on: CheckedOn | null;
}

interface CheckedOn {
  readonly conversation: string;
  readonly model: string;
  /** The plugins that were applied before it. */
  readonly chain: readonly string[];
  readonly before: Size;
  readonly after: Size;
  readonly changes: readonly Change[];
  readonly milliseconds: number;
  readonly problem: string | null;
}

interface Size {
  readonly elements: number;
  readonly tokens: number;
}

/** Says what a file is, and what it would do to a conversation. @throws CommandFailure where something is wrong with it */
export async function checkPlugin(terminal: Terminal, file: string, options: CheckOptions): Promise<void> {
  const checked = await checkedFile(file, options);
  printAnswer(terminal, options, JsonText.parse(JSON.stringify(checked)), (_, display) =>
    checkedText(checked, display),
  );
  const problem = checked.problem?.detail ?? checked.on?.problem ?? null;
  if (problem !== null) throw new CommandFailure(`${file}: ${problem}`);
}

async function checkedFile(path: string, options: CheckOptions): Promise<Checked> {
  const file = basename(path);
  const named = pluginFileName(file);
  if (named === null) throw new CommandFailure(`${file} is no plugin: expected plugin_history_NAME.mjs`);
  const { name, extension } = named;
  const about = { file, name, version: null, hooks: [], takesOptions: false, on: null };
  const source = await readPlugin(path, extension);
  if ('problem' in source) return { ...about, problem: named.problem ?? source.problem };
  const { milliseconds, options: told = {} } = options;
  const version = source.version;
  const limit = Math.max(milliseconds, 1000);
  const found = await inspectPlugin(source, { name, file, options: told, milliseconds: limit });
  if ('problem' in found) return { ...about, version, problem: named.problem ?? found.problem };
  const { hooks, takesOptions } = found;
  const plugin = { description: found, source, options: told, milliseconds };
  const on = options.on === undefined ? null : await checkedOn(options.on, plugin, options);
  return { ...about, version, hooks, takesOptions, problem: named.problem, on };
}

async function checkedOn(
  conversation: string,
  plugin: Parameters<typeof tryPlugin>[0],
  { model, target, ...options }: CheckOptions,
): Promise<CheckedOn> {
  const client = await connect(options);
  const answer = await client.get(route`/v1/conversations/${conversation}/plugin-input`, { model, target });
  const input = answer.value() as PluginInput;
  const { after, changes, milliseconds, problem } = await tryPlugin(plugin, input);
  return {
    conversation,
    model: input.session.model,
    chain: input.chain,
    before: sizeOf(input.history),
    after: sizeOf(after),
    changes,
    milliseconds,
    problem,
  };
}

function sizeOf(history: History): Size {
  return { elements: history.length, tokens: history.reduce((sum, { tokens }) => sum + tokens, 0) };
}

function checkedText({ name, file, hooks, takesOptions, problem, on }: Checked, display: Display): string {
  const facts = display.facts([
    { name: 'Plugin', value: name },
    { name: 'File', value: file },
    { name: 'Hooks', value: hooks.join(', ') },
    { name: 'Options', value: problem ? null : takesOptions ? 'a function of its options' : 'takes none' },
    { name: 'Problem', value: problem?.detail ?? 'none' },
  ]);
  return on === null ? facts : facts + onText(name, on, display);
}

function onText(name: string, on: CheckedOn, display: Display): string {
  const { conversation, model, chain, before, after, changes, milliseconds, problem } = on;
  const title = display.section(`On the next context of ${conversation} for ${model}`);
  const facts = display.facts([
    { name: 'After', value: chain.join(', ') },
    {
      name: 'Note',
      value: chain.includes(name) ? `${name} is in the chain: this is a second run of it` : null,
    },
    { name: 'Time', value: `${milliseconds} ms` },
    { name: 'Problem', value: problem },
  ]);
  if (problem !== null) return title + facts;
  const sizes = display.table(
    [
      { what: 'Elements', before: before.elements, after: after.elements },
      { what: 'Tokens', before: before.tokens, after: after.tokens },
    ],
    [column.text('', 'what'), column.number('Before', 'before'), column.number('After', 'after')],
  );
  const listed = display.table(
    changes,
    [
      column.text('Change', 'change'),
      column.text('Message', 'id'),
      column.text('Role', 'role'),
      column.number('Tokens', 'tokens'),
      column.prose('Words', (row) => words((row as Change).text)),
    ],
    'It leaves the context as it is.',
  );
  return `${title}${facts}\n${sizes}\n${listed}`;
}

/** The beginning of a text, in one line. */
function words(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
