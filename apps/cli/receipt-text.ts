import type { Display, Fact } from './display/display';
import { members, shown, valueAt } from './rendering';

/** What decided the bytes of a call, beside its messages: figures and names, a line each. */
export function receiptText(receipt: unknown, display: Display): string {
  const at = (path: string): unknown => valueAt(receipt, path);
  const facts: Fact[] = [
    { name: 'call', value: at('callId') },
    { name: 'conversation', value: at('conversation') },
    { name: 'number', value: at('ordinal'), kind: 'number' },
    { name: 'model', value: modelOf(at('model')) },
    { name: 'target', value: at('target') },
    { name: 'position', value: at('position'), kind: 'number' },
    { name: 'policy version', value: at('policyVersion') },
    { name: 'messages at most', value: at('limits.messages'), kind: 'number' },
    { name: 'tokens at most', value: at('limits.tokens'), kind: 'number' },
    { name: 'tokens of tools', value: at('limits.toolTokens'), kind: 'number' },
    { name: 'plugins', value: pluginsOf(at('plugins')) },
    { name: 'open calls', value: at('openCalls') },
    { name: 'engine', value: at('engine') },
    { name: 'tokeniser', value: [at('tokeniser'), at('encoding')].map(shown).join(', ') },
    { name: 'sha256', value: at('sha256') },
    { name: 'canonical', value: at('canonicalSha256') },
    { name: 'same as before', value: sameOf(at('prefix'), display) },
  ];
  return display.facts(facts);
}

function modelOf(model: unknown): string {
  const { requested, entry } = members(model);
  const id = valueAt(entry, 'id');
  return id === requested ? shown(id) : `${shown(requested)}, taken for ${shown(id)}`;
}

/** Each with what became of it. */
function pluginsOf(plugins: unknown): string {
  if (!Array.isArray(plugins)) return '';
  return plugins
    .map((plugin: unknown) => {
      const { name, outcome, reason } = members(plugin);
      const why = typeof reason === 'string' ? `: ${reason}` : '';
      return `${shown(name)} (${shown(outcome)}${shown(why)})`;
    })
    .join(', ');
}

/** How much of the body began as that of the call before. */
function sameOf(prefix: unknown, display: Display): string {
  const { sameTokens, sameBytes } = members(prefix);
  if (typeof sameTokens !== 'number' || typeof sameBytes !== 'number') return '';
  return `${display.number(sameTokens)} tokens, ${display.number(sameBytes)} bytes`;
}
