import { initialHead, policySchema, type Head } from '@verbatim/conversation';
import type { StoredHead } from '../../projection/projection-store';
import { fromColumn, fromJsonColumn } from '../text-column';
import { toNumber, toProblem } from './columns';

/**
 * Version of the fold that made a state. One that an older version made is folded again at its next event; one that a
 * newer version made is left to that: what comes meanwhile is journaled.
 */
export const FOLD_VERSION = 3;

/** What of a row of `conversation_heads` makes a StoredHead: `state` is the whole Head, written by `toJsonColumn`. */
export interface HeadRow {
  readonly tenant: string;
  readonly conversation: string;
  readonly journal_position: string;
  readonly journal_link: Buffer;
  readonly fold_version: number;
  readonly state: unknown;
  readonly parked_code: string | null;
  readonly parked_detail: string | null;
}

export const headColumns =
  'tenant, conversation, journal_position, journal_link, fold_version, state, parked_code, parked_detail';

export function headFromRow(row: HeadRow): StoredHead {
  return {
    tenant: fromColumn(row.tenant),
    conversation: fromColumn(row.conversation),
    journalPosition: toNumber(row.journal_position),
    journalLink: row.journal_link,
    head: headOf(row),
    isOutdated: row.fold_version < FOLD_VERSION,
    ...(row.fold_version > FOLD_VERSION ? { newerFold: row.fold_version } : {}),
    parked: toProblem(row.parked_code, row.parked_detail),
  };
}

function headOf({ tenant, conversation, fold_version, state }: HeadRow): Head {
  const head = fromJsonColumn<Head>(state);
  // What a newer version made is read as it is: this one may not know its settings.
  if (fold_version >= FOLD_VERSION) return head;
  const document = policySchema.parse(head.policy.document);
  const added = initialHead(fromColumn(tenant), fromColumn(conversation), document);
  return { ...added, ...head, policy: { ...head.policy, document } };
}
