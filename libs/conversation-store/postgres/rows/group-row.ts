import type { Group } from '@verbatim/conversation';
import { fromColumn } from '../text-column';
import { toNumber, toNumberOrNull } from './columns';

/** A row of `conversation_groups` without its conversation and the ordinals that only searches need. */
export interface GroupRow {
  readonly position: string;
  /** Numbers only, as the domain has them. */
  readonly members: Group['members'];
  readonly pending: readonly string[];
  readonly abandoned_at: string | null;
}

export const groupColumns = 'position, members, pending, abandoned_at';

export function groupFromRow(row: GroupRow): Group {
  return {
    position: toNumber(row.position),
    members: row.members,
    pending: row.pending.map(fromColumn),
    abandonedAt: toNumberOrNull(row.abandoned_at),
  };
}
