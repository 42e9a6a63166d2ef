import type { Head } from '../state';
import { checkpointDue } from './plan-checkpoint';

/** Mechanisms whose events the summarizer owes a conversation; at most one open piece of work for each. */
export const mechanisms = ['history', 'tool-results'] as const;
export type Mechanism = (typeof mechanisms)[number];

/** What the summarizer should do now. Work is opened and closed by this answer alone. */
export function dueWork(head: Head): Mechanism[] {
  const summaryDue = head.policy.document.history?.summary === 'llm' && checkpointDue(head);
  const historyDue = summaryDue || head.unrecordedCuts.length > 0;
  const resultsDue = head.omittedThrough > head.omissionsRecorded;
  return mechanisms.filter((mechanism) => (mechanism === 'history' ? historyDue : resultsDue));
}
