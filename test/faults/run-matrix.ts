import { faults } from './faults';
import { invariants } from './invariants';
import { matrixTable, problemsOf, rowText, summaryOf } from './matrix';
import type { Report } from './report';
import { named } from './named';
import { runFault, type Row } from './run-fault';
import { Random } from './world/random';
import type { Servers } from './world/servers';
import type { LogKind } from './world/world-options';

export interface MatrixOptions {
  /** Null is all. */
  readonly only: readonly string[] | null;
  /** Null is both. */
  readonly log: LogKind | null;
  readonly seed: number;
  /** In each run. */
  readonly events: number;
  /** Of each fault. */
  readonly strikes: number;
  /** How often all of it; each time after the first with seeds of its own. */
  readonly times: number;
}

/** Hurts one world after another. Answers whether everything held. */
export async function runMatrix(servers: Servers, options: MatrixOptions, report: Report): Promise<boolean> {
  const rows: Row[] = [];
  const notRun: string[] = [];
  const random = new Random(options.seed);
  const chosen = named(faults, options.only);
  for (let time = 0; time < options.times; time += 1) {
    const seed = time === 0 ? options.seed : random.int(1, 2 ** 31);
    for (const fault of chosen) {
      const why = await fault.unavailable?.();
      if (typeof why === 'string') {
        notRun.push(`not run: ${fault.name}: ${why}`);
        continue;
      }
      for (const log of fault.logs.filter((each) => options.log === null || each === options.log)) {
        report.line(`${fault.name} on ${log}, seed ${seed} …`);
        const onLog = report.logsOf(`${fault.name}-${log}-${seed}`);
        const row = await runFault(servers, { ...options, fault, log, seed, invariants, onLog });
        rows.push(row);
        report.line(rowText(row));
        report.rows(rows);
      }
    }
  }
  report.line(`\n${matrixTable(rows, invariants)}\n`);
  report.line([...new Set(notRun), summaryOf(rows)].join('\n'));
  return rows.every((row) => problemsOf(row).length === 0);
}
