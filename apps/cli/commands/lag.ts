import type { Command } from 'commander';
import { clientCommand } from '../client-command';
import { connect } from '../connection';
import { column } from '../display/column';
import type { Display } from '../display/display';
import { spanOf } from '../display/relative-time';
import { printAnswer } from '../output';
import { members, valueAt } from '../rendering';
import type { Terminal } from '../terminal';
import { showWatched, watchOption, type WatchOptions } from '../watching';

/** `lag`: where the projectors stand in the log, and what the summarizers owe. */
export function lagCommand(program: Command, terminal: Terminal): void {
  watchOption(
    clientCommand(program, 'lag', {
      description: 'print how far projection and summaries are behind the log',
      example: 'lag --watch',
    }),
  ).action(async (options: WatchOptions) => {
    const client = await connect(options);
    await showWatched(terminal, options, async () => {
      printAnswer(terminal, options, await client.get('/v1/lag'), lagText);
    });
  });
}

const columns = [
  column.number('Partition', 'partition'),
  column.number('Next', 'next'),
  column.number('End', 'high'),
  column.number('Behind', 'lag', (text) => (text === '0' ? undefined : 'yellow')),
  column.number('Applied', 'applied'),
  column.number('Repeated', 'duplicates'),
  column.time('Moved', 'movedAt'),
  column.text('Projector', 'owner'),
  column.text('Fault', 'fault.code', () => 'red'),
];

function lagText(value: unknown, display: Display): string {
  const number = (path: string): number => Number(valueAt(value, path) ?? 0);
  const { partitions } = members(value);
  const behind = number('totals.lag');
  const waiting =
    number('work.open') === 0 ? '' : `; the oldest waits for ${spanOf(number('work.oldestSeconds'))}`;
  return [
    display.table(Array.isArray(partitions) ? partitions : [], columns),
    '\n',
    display.facts([
      {
        name: 'Log',
        value:
          `${behind === 0 ? 'nothing' : display.count(behind, 'record')} behind, ` +
          `${display.number(number('totals.applied'))} applied, ${display.number(number('totals.duplicates'))} came again`,
      },
      {
        name: 'Summaries',
        value:
          `${display.number(number('work.open'))} due, ${display.number(number('work.leased'))} in the making, ` +
          `${display.number(number('work.failed'))} failed${waiting}`,
      },
    ]),
  ].join('');
}
