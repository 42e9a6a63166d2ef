import { members, shown, valueAt } from '../rendering';
import { column } from './column';
import type { Display } from './display';
import { yamlText } from './yaml-text';

/** For lists of policies. */
export const policyColumns = [
  column.text('Policy', 'name'),
  column.prose('Reduces by', (item) => reducesBy(valueAt(item, 'policy'))),
  column.number('Window', 'policy.window.maxMessages'),
  column.flag('Default', 'default'),
  column.text('Version', (item) => shortVersion(item)),
  column.time('Updated', (item) => valueAt(item, 'updatedAt') ?? 'shipped'),
];

/** A policy as a YAML document that can be set again; what else is known of it stands in comments above. */
export function policyText(item: unknown, display: Display): string {
  const { name, updatedAt, default: isDefault, policy } = members(item);
  const about = [
    `policy ${shown(name)}${isDefault === true ? ' (the default)' : ''}, version ${shortVersion(item)}`,
    typeof updatedAt === 'string' ? `updated ${display.time(updatedAt)}` : 'shipped with Verbatim',
  ];
  return `${display.dim(`# ${about.join(', ')}`)}\n${yamlText(policy, display)}`;
}

/** As many characters of a version's hash as tell it from another. */
export function shortVersion(item: unknown): string {
  return shown(valueAt(item, 'version')).slice(0, 12);
}

/** What a policy does to a long conversation, in a few words. */
function reducesBy(policy: unknown): string {
  const { history, toolResults } = members(policy);
  const { kind, summary, triggerAt, unit } = members(history);
  const parts: string[] = [];
  if (kind === 'tiers') parts.push('topics and bulks');
  else if (kind === 'checkpoints') {
    const how = summary === 'llm' ? 'summaries' : 'leaving out';
    const from = typeof triggerAt === 'number' ? ` from ${triggerAt} ${shown(unit)}` : '';
    parts.push(`${how}${from}`);
  } else if (history !== null && history !== undefined) parts.push(shown(kind));
  if (toolResults !== null && toolResults !== undefined) parts.push('shorter tool results');
  return parts.length === 0 ? 'the window alone' : parts.join(', ');
}
