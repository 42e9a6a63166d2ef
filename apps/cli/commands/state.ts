import type { Command } from 'commander';
import { route } from '../api-client';
import { clientCommand } from '../client-command';
import { connect } from '../connection';
import type { Display } from '../display/display';
import { yamlText } from '../display/yaml-text';
import { printAnswer } from '../output';
import { members, valueAt } from '../rendering';
import type { Terminal } from '../terminal';
import { showWatched, watchOption, type WatchOptions } from '../watching';

/** `state`: what the service knows about a conversation. */
export function stateCommand(program: Command, terminal: Terminal): void {
  watchOption(
    clientCommand(program, 'state <conversation>', {
      description: 'print what the service knows about a conversation: counts, tokens, policy, open calls',
      example: 'state chat-1',
    }),
  ).action(async (conversation: string, options: WatchOptions) => {
    const client = await connect(options);
    await showWatched(terminal, options, async () => {
      printAnswer(terminal, options, await client.get(route`/v1/conversations/${conversation}`), stateText);
    });
  });
}

function stateText(state: unknown, display: Display): string {
  const at = (path: string): unknown => valueAt(state, path);
  const [applied, head] = [at('applied'), at('head')];
  const isBehind = typeof applied === 'number' && typeof head === 'number' && applied < head;
  const facts = display.facts([
    { name: 'Conversation', value: at('id') },
    { name: 'Messages', value: at('messages') },
    { name: 'In view', value: inView(state, display) },
    { name: 'Summaries', value: summaries(state, display) },
    { name: 'Position', value: at('position') },
    { name: 'Not applied yet', value: isBehind ? head - applied : null },
    { name: 'Conflicting ids', value: at('conflicts') === 0 ? null : at('conflicts') },
    { name: 'Model', value: at('model') },
    { name: 'Policy', value: policyOf(state) },
    { name: 'Open calls', value: at('openCalls') },
    { name: 'Parked', value: reasonOf(at('parked')) },
  ]);
  return facts + unnamedPolicy(state, display) + workText(state, display) + hintsText(state, display);
}

/** The messages that a context is made of, and their tokens. */
function inView(state: unknown, display: Display): string {
  const { live, tokens } = members(state);
  return `${display.count(Number(live), 'message')}, ${display.count(Number(tokens), 'token')}`;
}

function summaries(state: unknown, display: Display): string {
  const { checkpoints, activeCheckpoints } = members(state);
  if (checkpoints === 0) return 'none';
  return `${display.number(Number(checkpoints))} made, ${display.number(Number(activeCheckpoints))} in use`;
}

function policyOf(state: unknown): string {
  const { name, origin, version } = members(valueAt(state, 'policy'));
  const named = name === null ? `version ${String(version).slice(0, 12)}` : String(name);
  return origin === 'assigned' ? named : `${named} (the default)`;
}

/** A policy with a name is shown by `policy show`; one without is shown here. */
function unnamedPolicy(state: unknown, display: Display): string {
  const { name, document } = members(valueAt(state, 'policy'));
  return name === null ? display.section('Policy') + yamlText(document, display) : '';
}

function workText(state: unknown, display: Display): string {
  const work = listOf(valueAt(state, 'dueWork')).map((one) => {
    const { mechanism, failed, failures, lastError, since } = members(one);
    const failing = failed === true ? 'given up' : Number(failures) > 0 ? 'tried again' : '';
    const error = lastError === null ? '' : String(lastError);
    const about = [failing, error].filter((text) => text !== '').join(': ');
    return display.paragraph(
      `${String(mechanism)}, since ${display.time(String(since))}${about === '' ? '' : `, ${about}`}`,
      '  ',
    );
  });
  return work.length === 0 ? '' : display.section('Summaries that are due') + work.join('');
}

function hintsText(state: unknown, display: Display): string {
  const hints = listOf(valueAt(state, 'hints')).map((hint) => display.paragraph(reasonOf(hint), '  '));
  return hints.length === 0 ? '' : display.section('Why it was or was not reduced') + hints.join('');
}

/** With its code, which the documents explain. */
function reasonOf(reason: unknown): string {
  const { code, detail } = members(reason);
  return code === undefined ? '' : `${String(detail)} (${String(code)})`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
