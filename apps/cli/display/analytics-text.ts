import { members, valueAt } from '../rendering';
import { column } from './column';
import type { Display } from './display';
import { phrase } from './phrase';

const sizes = [
  column.text('', 'what'),
  column.number('Messages', 'sizes.messages.original'),
  column.number('Shown', 'sizes.messages.reduced'),
  column.number('Tokens', 'sizes.tokens.original'),
  column.number('Shown', 'sizes.tokens.reduced'),
  column.percent('Share', 'sizes.compressionRatio'),
];

const models = [
  column.text('Model', 'model'),
  column.number('Contexts', 'contexts'),
  column.number('Tokens', 'tokens.original'),
  column.number('Shown', 'tokens.reduced'),
  column.money('Saved', 'saved'),
];

/** What reductions did: sizes before and after, the LLM calls for summaries, and the money. */
export function analyticsText(answer: unknown, display: Display): string {
  const number = (path: string): number => Number(valueAt(answer, path) ?? 0);
  const rows = [
    { what: `${display.count(number('conversations'), 'conversation')}, now`, sizes: answer },
    {
      what: display.count(number('served.contexts'), 'context served', 'contexts served'),
      sizes: members(answer)['served'],
    },
  ];
  const byModel: unknown = valueAt(answer, 'served.byModel');
  const table = Array.isArray(byModel) && byModel.length > 0 ? `\n${display.table(byModel, models)}` : '';
  return [
    display.table(rows, sizes),
    table,
    display.section('LLM calls for summaries'),
    display.facts([
      {
        name: 'Made',
        value: `${display.number(number('summaries.callsMade'))}, ${display.count(number('summaries.inputTokens'), 'token')} in, ${display.number(number('summaries.outputTokens'))} out`,
      },
      {
        name: 'Avoided',
        value: `${display.number(number('summaries.callsAvoided'))}, against a summary after every message`,
      },
    ]),
    display.section('Estimated cost, against sending the whole history'),
    display.facts([
      { name: 'Saved on prompts', value: number('cost.saved'), kind: 'money' },
      { name: 'Paid for summaries', value: number('cost.spent'), kind: 'money' },
      { name: 'Saved in all', value: number('cost.net'), kind: 'money' },
      { name: 'Not counted', value: unpriced(valueAt(answer, 'cost.unpriced')) },
    ]),
  ].join('');
}

function unpriced(names: unknown): string {
  const list = phrase(names);
  return list === '' ? '' : `${list}: without a price (\`verbatim models set\` gives prices)`;
}
