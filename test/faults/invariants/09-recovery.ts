import { CONVERSATION_EVENTS } from '@verbatim/event-log';
import type { Invariant } from '../contract';
import { openLog, type Evidence, type RunningService } from './evidence';
import { Examination } from './examination';

type Read = Pick<Evidence, 'truth' | 'database' | 'kafka' | 'settings' | 'services' | 'settled' | 'url'>;

interface Doctor {
  readonly checks: readonly { readonly check: string; readonly status: string; readonly remedy?: string }[];
}

export const recovery = {
  number: 9,
  name: 'recovery',
  holds:
    'lag is back at zero within its bound without an operator, or the process has halted with an alarm that says what to do',
  async check(evidence: Read) {
    const examination = new Examination();
    const { settled, truth } = evidence;
    for (const refusal of truth.unexpected) examination.expect(false, refusal);
    const behind = await lagging(evidence);
    examination.look(...(behind.length === 0 ? [] : await missingAlarms(evidence, behind)));
    if (behind.length > 0) return examination.finding();
    const isInTime = settled?.isSettled === true;
    examination.expect(isInTime, `lag was not back at zero within its bound: ${JSON.stringify(settled)}`);
    for (const problem of await openWork(evidence)) examination.expect(false, problem);
    return examination.finding();
  },
} satisfies Invariant;

/** Partitions that a projector is not at the end of, by the log and the database themselves. */
async function lagging(evidence: Read): Promise<number[]> {
  const log = openLog(evidence);
  try {
    const ranges = await log.partitions(CONVERSATION_EVENTS);
    const rows = await evidence.database.query<{ partition: number; next: number }>(
      `SELECT partition, next_offset::float8 AS next FROM processor_positions
       WHERE topic = $1 AND consumer_group = $2`,
      [CONVERSATION_EVENTS, evidence.settings['VERBATIM_KAFKA_GROUP'] ?? 'verbatim-projector'],
    );
    const next = new Map(rows.map((row) => [row.partition, row.next]));
    return ranges
      .filter(({ partition, low, high }) => (next.get(partition) ?? low) !== high)
      .map(({ partition }) => partition);
  } finally {
    await log.close();
  }
}

/** A projection that stands still says so to whoever probes, measures or asks, and what is to be done. */
async function missingAlarms(evidence: Read, behind: readonly number[]): Promise<string[]> {
  const partitions = `partitions ${behind.join(', ')} are behind`;
  const projectors = evidence.services.filter(({ name }) => name === 'projector');
  const halted = await Promise.all(projectors.map((projector) => haltedIn(projector)));
  const problems: string[] = [];
  if (!halted.some(({ isReady }) => !isReady)) problems.push(`${partitions}, and every projector is ready`);
  if (!halted.some(({ partitions: count }) => count > 0))
    problems.push(`${partitions}, and no projector's metrics show a halted one`);
  const doctor = await readDoctor(await evidence.url());
  const isNamed = doctor.checks.some(
    ({ check, status, remedy }) => check === 'halted' && status === 'problem' && remedy !== undefined,
  );
  if (!isNamed) problems.push(`${partitions}, and doctor does not say what to do`);
  if (!projectors.some(({ log }) => log.includes('a partition is halted')))
    problems.push(`${partitions}, and no projector's log says that one is halted`);
  return problems;
}

async function haltedIn(projector: RunningService): Promise<{ isReady: boolean; partitions: number }> {
  const url = await projector.url();
  const ready = await fetch(`${url}/readyz`);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const [, count = '0'] = /^verbatim_projector_halted_partitions(?:\{[^}]*\})? (\d+)/m.exec(metrics) ?? [];
  return { isReady: ready.ok, partitions: Number(count) };
}

async function readDoctor(url: string): Promise<Doctor> {
  return (await (await fetch(`${url}/v1/doctor`)).json()) as Doctor;
}

/** Work that nobody holds and nobody gave back for now is never done where it is still there after the wait. */
async function openWork({ database, settled }: Read): Promise<string[]> {
  if (settled === null || settled.due === 0) return [];
  const rows = await database.query<{
    tenant: string;
    conversation: string;
    mechanism: string;
    error: string;
  }>('SELECT tenant, conversation, mechanism, last_error AS error FROM due_work WHERE idle_at IS NULL');
  return rows.map(
    ({ tenant, conversation, mechanism, error }) =>
      `${tenant}/${conversation}: work of ${mechanism} is still due: ${error}`,
  );
}
