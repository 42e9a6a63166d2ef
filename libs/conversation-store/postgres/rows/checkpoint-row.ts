import type { ConversationCheckpoint } from '@verbatim/conversation';
import { fromColumn, fromJsonColumn } from '../text-column';
import { toNumber, toNumberOrNull, toTextOrNull } from './columns';

/** A row of `conversation_checkpoints` without its conversation. */
export interface CheckpointRow {
  readonly id: string;
  readonly kind: ConversationCheckpoint['kind'];
  readonly topic: string | null;
  readonly status: ConversationCheckpoint['status'];
  readonly from_position: string;
  readonly to_position: string;
  readonly from_message: string;
  readonly to_message: string;
  readonly from_ordinal: string;
  readonly to_ordinal: string;
  readonly summary: string | null;
  readonly strategy: ConversationCheckpoint['strategy'];
  readonly mode: ConversationCheckpoint['mode'];
  readonly supersedes: readonly string[];
  readonly basis: string;
  readonly policy_version: string;
  readonly summarizer: string | null;
  readonly tokens_before: string;
  readonly tokens_after: string;
  readonly decided_at: string;
  readonly recorded_at: string | null;
  readonly created_at: string | null;
  readonly refusal: string | null;
  readonly record: unknown;
  readonly usage: ConversationCheckpoint['usage'];
}

export const checkpointColumns =
  'id, kind, topic, status, from_position, to_position, from_message, to_message, from_ordinal, to_ordinal, summary, strategy, ' +
  'mode, supersedes, basis, policy_version, summarizer, tokens_before, tokens_after, decided_at, recorded_at, ' +
  'created_at, refusal, record, usage';

export function checkpointFromRow(row: CheckpointRow): ConversationCheckpoint {
  return {
    id: fromColumn(row.id),
    range: rangeFromRow(row),
    kind: row.kind,
    topic: toTextOrNull(row.topic),
    status: row.status,
    summary: toTextOrNull(row.summary),
    strategy: row.strategy,
    mode: row.mode,
    supersedes: row.supersedes.map(fromColumn),
    basis: toNumber(row.basis),
    policyVersion: fromColumn(row.policy_version),
    summarizer: toTextOrNull(row.summarizer),
    tokensBefore: toNumber(row.tokens_before),
    tokensAfter: toNumber(row.tokens_after),
    decidedAt: toNumber(row.decided_at),
    recordedAt: toNumberOrNull(row.recorded_at),
    createdAt: toTextOrNull(row.created_at),
    refusal: toTextOrNull(row.refusal),
    record: fromJsonColumn<ConversationCheckpoint['record']>(row.record),
    usage: row.usage,
  };
}

function rangeFromRow(row: CheckpointRow): ConversationCheckpoint['range'] {
  return {
    from: toNumber(row.from_position),
    to: toNumber(row.to_position),
    fromMessage: fromColumn(row.from_message),
    toMessage: fromColumn(row.to_message),
    messages: { from: toNumber(row.from_ordinal), to: toNumber(row.to_ordinal) },
  };
}
