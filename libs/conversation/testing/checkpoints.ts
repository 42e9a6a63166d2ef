import type { CheckpointCreated, EventData } from '../events';
import { omissionId, planCheckpoint, planSummary } from '../decide';
import { checkpointHistory } from '../policy';
import type { WorkingSet } from '../state';
import type { EventSpec, WrittenEvent } from './events';

/** What a summarizer would append for the checkpoint that is due; throws where none is. */
export function summarize(summary = 'summary', change: Partial<CheckpointCreated> = {}): EventSpec {
  return (ws) => planned(ws, summary, change);
}

/** A summarizer that decided at one state and appends its event to a later one. */
export function decideNow(ws: WorkingSet, summary = 'summary'): WrittenEvent {
  return planned(ws, summary, {});
}

function planned(ws: WorkingSet, summary: string, change: Partial<CheckpointCreated>): WrittenEvent {
  const plan = planSummary(ws) ?? planCheckpoint(ws);
  if (!plan) throw new Error('no checkpoint is due');
  const data: CheckpointCreated = {
    ...checkpointData(ws),
    range: plan.range,
    summary,
    supersedes: plan.supersedes.map(({ id }) => id),
    tokensBefore: plan.tokensBefore,
    ...change,
  };
  return { type: 'CheckpointCreated', id: plan.id, data };
}

/** A checkpoint over any ordinals [from, to), decided at the newest position; `change` makes it wrong. */
export function checkpointOver(from: number, to: number, change: Partial<CheckpointCreated> = {}): EventSpec {
  return (ws) => {
    const first = ws.itemAt(from);
    const last = ws.itemAt(to - 1);
    if (!first || !last) throw new Error(`no messages ${from}-${to}`);
    const range = {
      from: first.position,
      to: last.position,
      fromMessage: first.eventId,
      toMessage: last.eventId,
      messages: { from, to },
    };
    return { type: 'CheckpointCreated', data: { ...checkpointData(ws), range, ...change } };
  };
}

function checkpointData({ head }: WorkingSet): Omit<CheckpointCreated, 'range'> {
  return {
    summary: 'summary',
    strategy: 'llm',
    mode: checkpointHistory(head.policy.document)?.mode ?? 'layered',
    supersedes: [],
    basis: head.position,
    policyVersion: head.policy.version,
    summarizer: 'test',
    promptVersion: '1',
    tokensBefore: 0,
    tokensAfter: 0,
    usage: null,
    attempt: 0,
  };
}

/** The summarizer's record of a cut that the fold decided. */
export function recordCut(id: string): EventSpec {
  return (ws) => {
    const cut = ws.checkpoint(id);
    if (!cut) throw new Error(`no cut ${id}`);
    const { range, strategy, mode, supersedes, tokensBefore } = cut;
    const data = { ...checkpointData(ws), range, strategy, mode, supersedes: [...supersedes], tokensBefore };
    return {
      type: 'CheckpointCreated',
      id,
      data: { ...data, summary: null, summarizer: null, promptVersion: null },
    };
  };
}

export function revoke(checkpoint: string): WrittenEvent {
  return { type: 'CheckpointRevoked', data: { checkpoint } };
}

/** The summarizer's record of the omissions that the fold decided, or of any results. */
export function recordOmissions(change: Partial<EventData<'ToolResultsFiltered'>> = {}): EventSpec {
  return (ws) => {
    const { head } = ws;
    const numbers = Array.from({ length: head.omittedThrough }, (_, index) => index + 1);
    const results = numbers
      .filter((number) => number > head.omissionsRecorded)
      .map((number) => omitted(ws, number));
    const data = { results, basis: head.position, policyVersion: head.policy.version, attempt: 0, ...change };
    return { type: 'ToolResultsFiltered', id: omissionId(head, head.omittedThrough), data };
  };
}

function omitted(ws: WorkingSet, number: number): EventData<'ToolResultsFiltered'>['results'][number] {
  const item = ws.itemOfResult(number);
  return {
    message: item?.eventId ?? '',
    callId: item?.answers[0] ?? '',
    result: number,
    mode: 'omitted',
    replacement: ws.head.placeholder,
    tokensBefore: item?.tokens ?? 0,
    tokensAfter: 0,
  };
}
