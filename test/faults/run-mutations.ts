import type { Mutation } from './contract';
import { faults } from './faults';
import { invariants } from './invariants';
import { rowText } from './matrix';
import { mutations } from './mutations';
import { mutatedBuild } from './mutations/mutated-build';
import { named } from './named';
import type { Report } from './report';
import { runFault, type Row } from './run-fault';
import type { Servers } from './world/servers';

export interface MutationOptions {
  /** Names; null is all. */
  readonly only: readonly string[] | null;
  readonly seed: number;
  readonly events: number;
  readonly strikes: number;
}

/** Breaks the product in one way after another. Answers whether each was noticed by the invariant that it breaks. */
export async function runMutations(
  servers: Servers,
  options: MutationOptions,
  report: Report,
): Promise<boolean> {
  const chosen = named(mutations, options.only);
  const lines: string[] = [];
  let areCaught = true;
  for (const mutation of chosen) {
    report.line(`${mutation.name}: ${mutation.what} Under ${mutation.under} …`);
    const row = await runMutated(servers, mutation, options, report);
    const red = [...row.findings].filter(([, { problems }]) => problems.length > 0);
    const isCaught = red.some(([number]) => number === mutation.breaks);
    areCaught &&= isCaught;
    report.line(`${rowText(row).slice(0, 2_000)}\n  ${isCaught ? 'caught' : 'NOT CAUGHT'}`);
    const others = red.map(([number, { problems }]) => `${number} (${problems.length})`).join(', ');
    lines.push(
      `| ${mutation.name} | ${mutation.what} | ${mutation.under} | ${mutation.breaks} | ${isCaught ? 'caught' : '**not caught**'} | ${others} |`,
    );
  }
  report.line('\n| mutation | what is broken | under | breaks | | red, with how many problems |');
  report.line(['| --- | --- | --- | --- | --- | --- |', ...lines].join('\n'));
  const shown = new Set(chosen.map(({ breaks }) => breaks));
  const unshown = invariants.filter(({ number }) => !shown.has(number)).map(({ name }) => name);
  if (unshown.length > 0) report.line(`no mutation was run for: ${unshown.join(', ')}`);
  return areCaught;
}

async function runMutated(
  servers: Servers,
  mutation: Mutation,
  options: MutationOptions,
  report: Report,
): Promise<Row> {
  const fault = faults.find(({ name }) => name === mutation.under);
  if (fault === undefined) throw new Error(`${mutation.name}: there is no fault ${mutation.under}`);
  const [log = 'embedded'] = fault.logs.toReversed();
  const build = await mutatedBuild(mutation);
  try {
    const onLog = report.logsOf(`mutation-${mutation.name}`);
    return await runFault(servers, {
      ...options,
      fault,
      log,
      invariants,
      onLog,
      world: { program: build.program },
    });
  } finally {
    await build.dispose();
  }
}
