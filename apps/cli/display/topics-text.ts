import { members, valueAt } from '../rendering';
import { column } from './column';
import type { Display } from './display';
import { phrase } from './phrase';

const columns = [
  column.text('Kind', 'kind'),
  column.prose('Title', 'title'),
  column.number('Messages', 'messages'),
  column.number('Tokens', 'tokens'),
  column.text('Shown', 'state'),
  column.text('Topic', 'id'),
];

const tiers = [
  column.text('Part', 'tier'),
  column.number('Tokens', 'used'),
  column.number('At most', 'most'),
  column.percent('Used', 'share'),
];

const names = {
  history: 'the whole history',
  current: 'current topic',
  topics: 'earlier topics',
  bulks: 'bulks',
};

/** Topics and bulks of a conversation, what each part of the history takes of its budget, and what is over it. */
export function topicsText(answer: unknown, display: Display): string {
  const { items, budget, degraded } = members(answer);
  if (budget === null || budget === undefined) {
    return display.paragraph(
      'no topics: only a policy whose history has tiers makes them, such as agent-zero (`verbatim policy list`)',
    );
  }
  const rows = Object.entries(names).map(([tier, name]) => {
    const [used, most] = [Number(valueAt(budget, `used.${tier}`)), Number(valueAt(budget, tier))];
    return { tier: name, used, most, share: most === 0 ? null : used / most };
  });
  const notices = Object.values(members(degraded)).map(
    (each) => `\n${display.paragraph(phrase(valueAt(each, 'detail')))}`,
  );
  return [
    display.table(Object.values(members(items)), columns, 'no topics yet'),
    `\n${display.table(rows, tiers)}`,
    ...notices,
  ].join('');
}
