import { WORTH_SUMMARISING } from '@verbatim/conversation';
import type { Tally } from '@verbatim/conversation-store';
import { ok, problem, warning, type Check } from '../check';

/** How far back refusals and mixed partitions are told. */
export const LATELY_HOURS = 24;

export function deadLetters({ unreadable, conflict }: { unreadable: Tally; conflict: Tally }): Check {
  if (unreadable.total + conflict.total === 0) return ok('dead-letters', 'none');
  const newest = [unreadable, conflict]
    .filter((each) => each.newest !== null)
    .toSorted((a, b) => (b.newest?.at.getTime() ?? 0) - (a.newest?.at.getTime() ?? 0))[0];
  const remedy =
    '`verbatim dead-letters list` and `verbatim dead-letters show ID` show them; correct the producer, then ' +
    '`verbatim dead-letters redrive ID` puts one into the log again, `discard ID --reason R` gives it up';
  const counts = `${unreadable.total} unreadable, ${conflict.total} in conflict`;
  return warning('dead-letters', counts + example(newest ?? unreadable), remedy);
}

export function parkedConversations(parked: Tally): Check {
  if (parked.total === 0) return ok('parked', 'no conversation waits for a newer version');
  const remedy =
    'upgrade the projector to a version that knows the event, it then goes on by itself; `verbatim parked list` shows ' +
    'where each stopped, `verbatim parked release CONVERSATION --reason R` gives the event up for good';
  return problem(
    'parked',
    `${counted(parked, 'conversation')} stopped before a newer version's event${example(parked)}`,
    remedy,
  );
}

export function failedWork(failed: Tally): Check {
  if (failed.total === 0) return ok('work', 'no summary or reduction failed');
  const remedy =
    'correct what the error names (OPENAI_API_KEY, OPENAI_BASE_URL, VERBATIM_SUMMARIZER_MODEL, the policy); it is tried ' +
    'again by itself, contexts are served meanwhile; `verbatim state CONVERSATION` shows it';
  return problem('work', `${counted(failed, 'piece')} of work failed${example(failed)}`, remedy);
}

export function refusedEvents(refused: Tally): Check {
  if (refused.total === 0) return ok('refused', `none in ${LATELY_HOURS} hours`);
  const remedy =
    '`verbatim history CONVERSATION --format events` shows each with its reason; what a summarizer sent is decided anew ' +
    'by itself, what an operator or a producer sent is corrected and sent again';
  return warning(
    'refused',
    `${counted(refused, 'event')} in ${LATELY_HOURS} hours${example(refused)}`,
    remedy,
  );
}

export function mixedPartitions(mixed: Tally): Check {
  if (mixed.total === 0) return ok('mixed-partitions', `none in ${LATELY_HOURS} hours`);
  const remedy =
    'order holds within a partition only: give all producers the same key and the same partitioner, ' +
    'murmur2 (librdkafka: `partitioner=murmur2_random`); see docs/producers.md';
  const detail = `${counted(mixed, 'conversation')} came through more than one partition in ${LATELY_HOURS} hours`;
  return warning('mixed-partitions', detail + example(mixed), remedy);
}

/** The hint of SPEC 1: nothing is wrong, the window cuts what no summary stands for. */
export function unreducedConversations(unreduced: Tally): Check {
  const what = `more than ${WORTH_SUMMARISING} live messages and a policy without summaries`;
  if (unreduced.total === 0) return ok('reduction', `none in ${LATELY_HOURS} hours has ${what}`);
  const hint =
    'summaries are worth having, by a policy such as agentkit; `verbatim state CONVERSATION` says why';
  return ok(
    'reduction',
    `${counted(unreduced, 'conversation')} in ${LATELY_HOURS} hours with ${what}: ${hint}${example(unreduced)}`,
  );
}

export function counted({ total }: Tally, what: string): string {
  return `${total} ${what}${total === 1 ? '' : 's'}`;
}

export function example({ newest }: Tally): string {
  if (newest === null) return '; none of this tenant';
  const { conversation, reason, at } = newest;
  return `; newest: ${conversation === null ? '' : `${conversation}: `}${reason} (${at.toISOString()})`;
}
