import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { ApiClient } from '../api-client';
import { clientCommand, positiveInteger, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { printAnswer } from '../output';
import { members, shown, table, valueAt } from '../rendering';
import type { Terminal } from '../terminal';

interface LagOptions extends ClientOptions {
  readonly watch?: number | true;
}

const WATCH_SECONDS = 2;

/** `lag`: where the projectors stand in the log, and what the summarizers owe. */
export function lagCommand(program: Command, terminal: Terminal): void {
  clientCommand(program, 'lag', {
    description: 'print how far projection and summaries are behind the log',
    example: 'lag --watch',
  })
    .option('--watch [seconds]', 'print it again and again, every two seconds or so many', positiveInteger)
    .action(async (options: LagOptions) => {
      const client = await connect(options);
      await print(client, terminal, options);
      if (options.watch !== undefined) await watch(client, terminal, options);
    });
}

/** Until the service is gone or the command is stopped. */
async function watch(client: ApiClient, terminal: Terminal, options: LagOptions): Promise<never> {
  const seconds = typeof options.watch === 'number' ? options.watch : WATCH_SECONDS;
  for (;;) {
    await sleep(seconds * 1000);
    if (!options.json) terminal.out('\n');
    await print(client, terminal, options);
  }
}

async function print(client: ApiClient, terminal: Terminal, options: LagOptions): Promise<void> {
  printAnswer(terminal, options, await client.get('/v1/lag'), lagText);
}

const columns = [
  'partition',
  'next',
  'low',
  'high',
  'lag',
  'applied',
  'duplicates',
  'movedAt',
  'owner',
  'fault',
];

function lagText(value: unknown): string {
  const { partitions, totals, work } = members(value);
  const rows = (Array.isArray(partitions) ? partitions : []).map((row) => ({
    ...members(row),
    fault: valueAt(row, 'fault.code'),
  }));
  const of = (part: unknown, name: string) => shown(members(part)[name]);
  const oldest = Math.round(Number(members(work)['oldestSeconds'] ?? 0));
  return (
    table(rows, columns) +
    `\nlog: ${of(totals, 'lag')} records behind, ${of(totals, 'applied')} applied, ${of(totals, 'duplicates')} duplicates\n` +
    `work: ${of(work, 'open')} open, ${of(work, 'leased')} leased, ${of(work, 'failed')} failed; the oldest waits for ${oldest} s\n`
  );
}
