import type { AccountedMessage } from './hidden-messages';
import type { Reason, SeenCall } from './seen-call';
import type { CallDiff, Changed, Replaced, SeenSegment } from './seen-schema';
import { circumstances } from './circumstances';

/** A call with all that is known of what it saw. */
export interface ComparedCall {
  readonly call: SeenCall;
  readonly ordinal: number;
  readonly segments: readonly SeenSegment[];
  readonly messages: readonly AccountedMessage[];
}

/** Both are of one conversation. */
export function diffOf(from: ComparedCall, to: ComparedCall): CallDiff {
  const before = byKey(from.segments);
  const after = byKey(to.segments);
  const added = [...after].flatMap(([key, segments]) =>
    before.has(key) ? [] : segments.map((each) => changed(each, whyAdded(each, from))),
  );
  const removed = [...before].flatMap(([key, segments]) =>
    after.has(key) ? [] : segments.map((each) => changed(each, whyRemoved(each, to))),
  );
  const replaced = [...after].flatMap(([key, now]) => replacedIn(before.get(key) ?? [], now));
  const reasons = [...added, ...removed, ...replaced].map(({ reason }) => reason);
  return {
    from: { callId: from.call.receipt.callId, ordinal: from.ordinal },
    to: { callId: to.call.receipt.callId, ordinal: to.ordinal },
    added,
    removed,
    replaced,
    why: [...circumstances(from.call, to.call), ...counted(reasons)],
  };
}

/** One message may be shown in pieces; a call without a result, the ledger and a lead stand beside the message they name. */
function byKey(segments: readonly SeenSegment[]): Map<string, SeenSegment[]> {
  const keyed = new Map<string, SeenSegment[]>();
  for (const segment of segments) {
    const key = keyOf(segment);
    keyed.set(key, [...(keyed.get(key) ?? []), segment]);
  }
  return keyed;
}

function keyOf({ kind, event, metadata, instead }: SeenSegment): string {
  if (kind === 'ledger') return 'ledger';
  if (instead?.code === 'lead-added') return 'lead';
  const missing = metadata?.['missingResult'];
  return JSON.stringify(missing === undefined ? [event] : [event, missing]);
}

function replacedIn(before: readonly SeenSegment[], after: readonly SeenSegment[]): Replaced[] {
  const pieces = Math.min(before.length, after.length);
  return after.slice(0, pieces).flatMap((now, index) => {
    const was = before[index];
    if (was === undefined || was.sha256 === now.sha256) return [];
    const { event, position, role } = now;
    return [{ event, position, role, before: side(was), after: side(now), reason: whyReplaced(now) }];
  });
}

function side({ kind, tokens, text }: SeenSegment): Replaced['before'] {
  return { kind, tokens, text };
}

function changed(segment: SeenSegment, reason: Reason): Changed {
  const { event, position, kind, role, tokens, text } = segment;
  return { event, position, kind, role, tokens, text, reason };
}

function whyAdded(segment: SeenSegment, from: ComparedCall): Reason {
  const { kind, event, position, instead } = segment;
  if (kind === 'summary') return { code: 'summary', event, detail: summaryDetail(segment) };
  if (kind === 'pending') return { code: 'pending', detail: 'it came with the request' };
  if (kind === 'ledger')
    return { code: 'ledger', detail: 'calls or approvals that are still open left the view' };
  if (instead && instead.tokens === null) return reasonOf(instead);
  if (position !== null && position > from.call.receipt.position) {
    return { code: 'new', detail: `it came after call ${from.ordinal}` };
  }
  const hidden = from.messages.find((message) => message.event === event)?.reason;
  const detail = `call ${from.ordinal} did not show it: ${hidden?.detail ?? 'nothing on record says why'}`;
  return { code: 'shown-again', ...(hidden?.event === undefined ? {} : { event: hidden.event }), detail };
}

function whyRemoved({ kind, event, instead }: SeenSegment, to: ComparedCall): Reason {
  if (kind === 'summary') return whySummaryLeft(event, to);
  if (kind === 'ledger') return { code: 'ledger', detail: 'nothing that is still open is out of view' };
  const hidden = to.messages.find((message) => message.event === event)?.reason;
  if (hidden) return hidden;
  if (instead && instead.tokens === null)
    return { code: 'not-needed', detail: 'it stands for nothing any more' };
  return { code: 'not-there-yet', detail: `it is not in the conversation of call ${to.ordinal}` };
}

function whySummaryLeft(event: string, { call, ordinal }: ComparedCall): Reason {
  const { ws } = call.fold;
  const checkpoint = ws.checkpoint(event);
  if (!checkpoint)
    return { code: 'not-there-yet', detail: `call ${ordinal} was served before this summary was made` };
  if (checkpoint.status === 'active') {
    return { code: 'summary-not-shown', event, detail: 'the budget or a plugin left the summary out' };
  }
  const successor = ws.checkpoints().find(({ supersedes }) => supersedes.includes(event));
  if (checkpoint.status === 'superseded' && successor) {
    const detail = 'a later summary stands for its messages';
    return { code: 'summary-superseded', event: successor.id, detail };
  }
  return { code: `summary-${checkpoint.status}`, event, detail: `the summary is ${checkpoint.status}` };
}

function whyReplaced({ instead, kind }: SeenSegment): Reason {
  if (instead) return reasonOf(instead);
  if (kind === 'ledger')
    return { code: 'ledger', detail: 'other calls or approvals are open and out of view' };
  return {
    code: 'shown-as-it-came',
    detail: 'nothing stands in its place any more, or it is written for another target',
  };
}

function reasonOf({ code, event, detail }: Reason): Reason {
  return { code, ...(event === undefined ? {} : { event }), detail };
}

function summaryDetail({ metadata }: SeenSegment): string {
  const removed = metadata?.['removed'];
  return `a summary stands for ${typeof removed === 'number' ? removed : 'several'} messages`;
}

function counted(reasons: readonly Reason[]): CallDiff['why'] {
  const counts = new Map<string, { code: string; detail: string; count: number }>();
  for (const { code, detail } of reasons) {
    const key = JSON.stringify([code, detail]);
    const { count } = counts.get(key) ?? { count: 0 };
    counts.set(key, { code, detail, count: count + 1 });
  }
  return [...counts.values()];
}
