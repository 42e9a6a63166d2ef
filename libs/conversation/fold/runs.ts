import type { RunMarks } from '../events';
import type { Head } from '../state';
import type { Draft } from './draft';

/** A producer's own marks begin a run and switch inference off for the conversation. */
export function followRunMarks(draft: Draft, marks: RunMarks, position: number): void {
  const { run } = draft.head;
  if (marks.runId !== undefined && marks.runId !== run.id) startMarkedRun(draft, marks.runId, position);
  if (marks.iteration !== undefined) {
    draft.update({ run: { ...draft.head.run, iteration: marks.iteration } });
  }
}

export function startMarkedRun(draft: Draft, runId: string, position: number): void {
  abandonOpenGroups(draft, position);
  const { head } = draft;
  const number = head.run.number + 1;
  draft.update({
    runsMarked: true,
    run: { number, id: runId, open: true, end: null, iteration: 0 },
    newestUser: head.newestUser && { ...head.newestUser, run: asks(head) ? number : head.newestUser.run },
  });
}

/** True where the newest message is a user's and in no marked run: the next run answers it, though only replies are marked. */
function asks({ newestUser, unpinned, run, runsMarked }: Head): boolean {
  if (newestUser?.ordinal !== unpinned - 1) return false;
  return run.open ? !runsMarked : run.end === null || run.end < newestUser.ordinal;
}

export function completeMarkedRun(draft: Draft, runId: string, position: number): void {
  const { run } = draft.head;
  draft.update({ runsMarked: true });
  if (run.id === runId) endRun(draft, draft.head.unpinned - 1, position);
}

/** A user message starts a run only if none is open. */
export function inferRunStart(draft: Draft): void {
  const { run, runsMarked } = draft.head;
  if (runsMarked || run.open) return;
  draft.update({ run: { number: run.number + 1, id: null, open: true, end: null, iteration: 0 } });
}

/** An assistant message without tool calls ends the agent's work. */
export function inferRunEnd(draft: Draft, ordinal: number, position: number): void {
  if (!draft.head.runsMarked) endRun(draft, ordinal, position);
}

/** A reply that turns out to be a piece of a turn that calls tools did not end the run. */
export function inferRunGoesOn(draft: Draft, ordinal: number): void {
  const { run, runsMarked } = draft.head;
  if (runsMarked || run.open || run.end !== ordinal - 1) return;
  draft.update({ run: { ...run, open: true, end: null } });
}

/** The calls that are still open get no result any more that counts as in time; what is shown for them changes. */
export function abandonOpenGroups(draft: Draft, position: number): void {
  const { openGroups, viewVersion } = draft.head;
  if (openGroups.length === 0) return;
  for (const group of openGroups) draft.putGroup({ ...group, abandonedAt: position });
  draft.update({ viewVersion: viewVersion + 1 });
}

function endRun(draft: Draft, end: number, position: number): void {
  abandonOpenGroups(draft, position);
  const { run } = draft.head;
  if (run.open) draft.update({ run: { ...run, open: false, end } });
}
