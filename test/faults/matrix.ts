import type { Invariant } from './contract';
import type { Row } from './run-fault';

/** The matrix as a Markdown table: a fault a row, an invariant a column, how much was looked at or what is wrong. */
export function matrixTable(rows: readonly Row[], invariants: readonly Invariant[]): string {
  const head = ['fault', 'log', 'events', 'contexts', 'kills', 'strikes', 'back after'].concat(
    invariants.map(({ number, name }) => `${number} ${name}`),
  );
  const body = rows.map((row) => [
    row.fault,
    row.log,
    String(row.events),
    String(row.contexts),
    String(row.inflicted.kills),
    String(row.inflicted.strikes),
    row.settled.isSettled ? `${row.settled.seconds.toFixed(1)} s` : `lag ${row.settled.lag}`,
    ...invariants.map(({ number }) => cellOf(row, number)),
  ]);
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** One run in a few lines: its figures, what everybody was answered, what does not hold. */
export function rowText(row: Row): string {
  const { inflicted, settled, events, contexts, seconds } = row;
  const figures =
    `  ${events} events, ${contexts} contexts, ${inflicted.kills} kills, ${inflicted.strikes} strikes, ` +
    `${settled.isSettled ? `settled after ${settled.seconds.toFixed(1)} s` : `lag ${settled.lag}`}, ` +
    `${settled.due} due, ${seconds.toFixed(0)} s${inflicted.detail === undefined ? '' : `; ${inflicted.detail}`}`;
  const answers = [...row.answers].map(([answer, times]) => `${answer} ${times}`).join(', ');
  return [figures, `  answers: ${answers}`, ...problemsOf(row).map((each) => `  ${each}`)].join('\n');
}

/** Sums over all rows, and what does not hold, a line each. */
export function summaryOf(rows: readonly Row[]): string {
  const sum = (figure: (row: Row) => number): number => rows.reduce((all, row) => all + figure(row), 0);
  const checked = sum((row) => [...row.findings.values()].reduce((all, each) => all + each.checked, 0));
  const problems = rows.flatMap(problemsOf);
  return [
    `${rows.length} runs, ${sum(({ events }) => events)} events acknowledged, ${sum(({ contexts }) => contexts)} contexts served, ` +
      `${sum(({ inflicted }) => inflicted.kills)} kills, ${sum(({ inflicted }) => inflicted.strikes)} other strikes, ` +
      `${checked} things looked at, ${problems.length} problems, ${(sum(({ seconds }) => seconds) / 60).toFixed(1)} min`,
    ...problems,
  ].join('\n');
}

/** What does not hold after one run, in sentences that name it. */
export function problemsOf(row: Row): string[] {
  const name = `${row.fault} (${row.log}, seed ${row.seed})`;
  const problems = [...row.findings].flatMap(([number, { checked, problems: found }]) => {
    const all = checked === 0 ? [...found, 'it looked at nothing'] : found;
    return all.map((problem) => `${name}, invariant ${number}: ${problem}`);
  });
  const { kills, strikes } = row.inflicted;
  const isStruck = kills + strikes > 0 || harmless.has(row.fault);
  return isStruck ? problems : [...problems, `${name}: it never struck`];
}

/** Runs that hurt nothing. */
const harmless: ReadonlySet<string> = new Set(['none', 'soak']);

function cellOf(row: Row, number: number): string {
  const finding = row.findings.get(number);
  if (finding === undefined) return '-';
  return finding.problems.length === 0 ? String(finding.checked) : `**${finding.problems.length} wrong**`;
}
