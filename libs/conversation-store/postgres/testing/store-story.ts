import type { ConversationCheckpoint, Group, Item, RecordedEvent } from '@verbatim/conversation';
import type { ConversationKey } from '../../journal-row';
import type { Queryable } from '@verbatim/postgres';
import { FOLD_VERSION } from '../rows/head-row';
import { insertRows, type Row } from './insert-rows';
import type { Story } from './story';

interface Parking {
  readonly appliedThrough: number;
  readonly parked: { readonly code: string; readonly detail: string };
}

/** Writes a story by plain SQL, as the projector would have. Event `n` is record `n` of partition 3 of the log. */
export async function storeStory(database: Queryable, story: Story, parking?: Parking): Promise<void> {
  const { tenant, conversation } = story;
  const keyed = (rows: readonly Row[]): Row[] => rows.map((row) => ({ tenant, conversation, ...row }));
  await insertRows(database, 'conversation_heads', keyed([{ ...headRow(story), ...parkedColumns(parking) }]));
  await insertRows(database, 'journal', keyed(story.events.map(journalRow)));
  await insertRows(database, 'conversation_items', keyed(story.state.items().map(itemRow)));
  await insertRows(database, 'conversation_groups', keyed(story.state.groups().map(groupRow)));
  await insertRows(database, 'conversation_checkpoints', keyed(story.state.checkpoints().map(checkpointRow)));
  await insertRows(database, 'event_refusals', keyed(story.refusals.map((refusal) => ({ ...refusal }))));
}

/** Bytes of every column differ, and follow from the position. */
export function journalRow(event: Pick<RecordedEvent, 'position' | 'id'> & { type: string }): Row {
  return {
    position: event.position,
    event_id: event.id,
    type: event.type,
    dataversion: 1,
    body_hash: Buffer.from([1, event.position]),
    mode: 'structured',
    payload: Buffer.from([0, 255, event.position]),
    salt: Buffer.from([2, event.position]),
    link: Buffer.from([3, event.position]),
    topic: 'log',
    partition: 3,
    log_offset: event.position,
  };
}

function headRow({ head }: Story): Row {
  return {
    journal_position: head.position,
    journal_link: Buffer.from([3, head.position]),
    applied_position: head.position,
    view_version: head.viewVersion,
    fold_version: FOLD_VERSION,
    state: head,
  };
}

function parkedColumns(parking: Parking | undefined): Row {
  if (parking === undefined) return {};
  const { appliedThrough, parked } = parking;
  return { applied_position: appliedThrough, parked_code: parked.code, parked_detail: parked.detail };
}

/** A conflict of record `offset` of partition 3 of the log. */
export function deadLetterRow(offset: number, key: ConversationKey, eventId: string | null): Row {
  return {
    tenant: key.tenant,
    conversation: key.conversation,
    event_id: eventId,
    kind: 'conflict',
    topic: 'log',
    partition: 3,
    log_offset: offset,
    code: 'event-conflict',
    detail: 'another body \0',
    raw: Buffer.from([0, offset]),
  };
}

function itemRow({ eventId, group, firstResult, tokensThrough, resultTokensThrough, ...same }: Item): Row {
  return {
    ...same,
    event_id: eventId,
    group_position: group,
    first_result: firstResult,
    tokens_through: tokensThrough,
    result_tokens_through: resultTokensThrough,
  };
}

function groupRow({ position, members, pending, abandonedAt }: Group): Row {
  const ordinals = members.map(({ ordinal }) => ordinal);
  const [first_ordinal, last_ordinal] = [Math.min(...ordinals), Math.max(...ordinals)];
  return { position, members, pending, abandoned_at: abandonedAt, first_ordinal, last_ordinal };
}

function checkpointRow({ range, ...checkpoint }: ConversationCheckpoint): Row {
  return {
    id: checkpoint.id,
    status: checkpoint.status,
    from_position: range.from,
    to_position: range.to,
    from_message: range.fromMessage,
    to_message: range.toMessage,
    from_ordinal: range.messages.from,
    to_ordinal: range.messages.to,
    summary: checkpoint.summary,
    strategy: checkpoint.strategy,
    mode: checkpoint.mode,
    supersedes: checkpoint.supersedes,
    basis: checkpoint.basis,
    policy_version: checkpoint.policyVersion,
    summarizer: checkpoint.summarizer,
    tokens_before: checkpoint.tokensBefore,
    tokens_after: checkpoint.tokensAfter,
    decided_at: checkpoint.decidedAt,
    recorded_at: checkpoint.recordedAt,
    created_at: checkpoint.createdAt,
    refusal: checkpoint.refusal,
  };
}
