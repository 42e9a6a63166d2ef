import type { Head } from '../state';
import { summaryDue } from './plan-summary';
import { tiersDue } from './tiers';

/** Mechanisms whose events the summarizer owes a conversation; at most one open piece of work for each. */
export const mechanisms = ['history', 'tool-results', 'tool-compaction'] as const;
export type Mechanism = (typeof mechanisms)[number];

/** What the summarizer should do now. Work is opened and closed by this answer alone. */
export function dueWork(head: Head): Mechanism[] {
  const historyDue = summaryDue(head) || tiersDue(head) || head.unrecordedCuts.length > 0;
  const resultsDue = head.omittedThrough > head.omissionsRecorded;
  const due: Readonly<Record<Mechanism, boolean>> = {
    history: historyDue,
    'tool-results': resultsDue,
    'tool-compaction': head.compaction.owed.length > 0,
  };
  return mechanisms.filter((mechanism) => due[mechanism]);
}
