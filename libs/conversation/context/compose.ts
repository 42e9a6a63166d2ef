import { VerbatimError } from '../errors';
import { isPinned } from '../message';
import type { Entry, ShownCall, Unit } from './entry';
import { Findings } from './findings';
import { JournaledTurns } from './journaled-turns';
import { unfollowedReasoning } from './notices';
import { addPending } from './pending';
import type { ComposeOptions, ContextSource, PendingMessage } from './source';
import { NO_RESULT } from './texts';
import { pinnedPendingUnit, pinnedUnit, summaryUnits } from './units';

export interface View {
  readonly units: readonly Unit[];
  readonly findings: Findings;
}

/**
 * The view of a conversation before anything is fitted: pinned messages, then summaries and live messages each at its
 * own place, every result with its call. Throws `open-calls` where a call at the tail is unanswered and must not be.
 */
export function composeView(source: ContextSource, options: ComposeOptions): View {
  const pinned = [
    ...source.messages
      .filter(({ item }) => item.ordinal === null)
      .map((message) => pinnedUnit(message, options)),
    ...source.pending.filter(isPinnedMessage).map((message) => pinnedPendingUnit(message, options)),
  ];
  const findings = new Findings();
  const journaled = new JournaledTurns(source, options, findings).compose();
  const unpinned = source.pending.filter((message) => !isPinnedMessage(message));
  const turns = addPending(unpinned, journaled, options, findings);
  const open = turns.flatMap((turn) => (turn.open ? turn.unanswered() : []));
  if (open.length > 0 && options.openCalls === 'refuse') {
    throw new VerbatimError('open-calls', `tool calls are still open: ${open.join(', ')}`, { calls: open });
  }
  for (const turn of turns) {
    for (const event of turn.dropUnfinished()) findings.repair(turn.ordinal, unfollowedReasoning(event));
  }
  const missing = (event: string, callId: string, call: ShownCall): Entry =>
    missingResult(event, callId, call, options);
  const placed = [
    ...summaryUnits(source, options),
    ...turns.map((turn) => turn.toUnit(missing)).filter(({ entries }) => entries.length > 0),
  ].toSorted((one, other) => one.ordinal - other.ordinal);
  return { units: [...pinned, ...placed], findings };
}

function missingResult(
  event: string,
  callId: string,
  call: ShownCall,
  { overhead, count }: ComposeOptions,
): Entry {
  const tokens = count(NO_RESULT) + overhead.perMessage;
  return { kind: 'missing-result', event, role: 'tool', callId, call, text: NO_RESULT, tokens };
}

function isPinnedMessage({ message }: PendingMessage): boolean {
  return isPinned(message.role);
}
