import { invariants } from './invariants';
import { problemsOf, rowText } from './matrix';
import type { Report } from './report';
import { runFault } from './run-fault';
import { soak, soakTable, type Sample } from './soak';
import type { Servers } from './world/servers';
import type { LogKind } from './world/world-options';

/** Events a second: what two cores do beside the rig without falling behind. */
const EVENTS_A_SECOND = 60;

/** Keeps one world busy for so many minutes. Answers whether everything held; memory is for the reader to judge. */
export async function runSoak(
  servers: Servers,
  options: { readonly minutes: number; readonly log: LogKind; readonly seed: number },
  report: Report,
): Promise<boolean> {
  const { minutes, log, seed } = options;
  const samples: Sample[] = [];
  const fault = soak((sample) => samples.push(sample));
  const seconds = minutes * 60;
  report.line(`a soak of ${minutes} minutes on ${log}, seed ${seed} …`);
  const row = await runFault(servers, {
    fault,
    log,
    seed,
    events: seconds * EVENTS_A_SECOND,
    strikes: 0,
    invariants,
    onLog: report.logsOf(`soak-${log}-${seed}`),
    world: { seconds, conversations: 40 },
  });
  report.line(rowText(row));
  report.line(`\n${soakTable(samples)}`);
  return problemsOf(row).length === 0;
}
