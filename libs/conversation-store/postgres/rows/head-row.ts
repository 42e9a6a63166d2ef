import type { Head } from '@verbatim/conversation';
import type { StoredHead } from '../../projection/projection-store';
import { fromColumn, fromJsonColumn } from '../text-column';
import { toNumber, toProblem } from './columns';

/** What of a row of `conversation_heads` makes a StoredHead: `state` is the whole Head, written by `toJsonColumn`. */
export interface HeadRow {
  readonly tenant: string;
  readonly conversation: string;
  readonly journal_position: string;
  readonly journal_link: Buffer;
  readonly state: unknown;
  readonly parked_code: string | null;
  readonly parked_detail: string | null;
}

export const headColumns =
  'tenant, conversation, journal_position, journal_link, state, parked_code, parked_detail';

export function headFromRow(row: HeadRow): StoredHead {
  return {
    tenant: fromColumn(row.tenant),
    conversation: fromColumn(row.conversation),
    journalPosition: toNumber(row.journal_position),
    journalLink: row.journal_link,
    head: fromJsonColumn<Head>(row.state),
    parked: toProblem(row.parked_code, row.parked_detail),
  };
}
