import {
  fitContext,
  textOfEntry,
  windowView,
  type BuildOptions,
  type Context,
  type ContextLimits,
  type ContextSource,
  type PendingMessage,
  type SourceMessage,
  type WindowView,
} from '../context';
import { isLive, type Item, type MemoryWorkingSet } from '../state';
import { countTokens, tokensOfMessage, type Conversation } from './conversation';
import { record, type EventSpec } from './events';

export const roomy: ContextLimits = {
  messages: 1_000_000,
  tokens: 1_000_000_000,
  toolTokens: 0,
  cutStep: 0.25,
  overhead: { perMessage: 0, perRequest: 0 },
  margin: 0,
};

export interface ContextRequest extends Partial<ContextLimits> {
  /** How many of the newest live messages the source holds; all of them where it is left out. */
  readonly loaded?: number;
  readonly openCalls?: 'refuse' | 'placeholder';
  readonly pending?: readonly PendingMessage[];
}

export function contextOf(conversation: Conversation, request: ContextRequest = {}): Context {
  return fitContext(viewOf(conversation, request), contextOptions(request));
}

/** What the window shows of a conversation, before it is fitted to the budget. */
export function viewOf(conversation: Conversation, request: ContextRequest = {}): WindowView {
  const { pending = [], loaded = Infinity } = request;
  return windowView({ ...sourceOf(conversation, loaded), pending }, contextOptions(request));
}

export function contextOptions(request: ContextRequest): BuildOptions {
  const { openCalls = 'placeholder', pending: _pending, loaded: _loaded, ...limits } = request;
  return { limits: { ...roomy, ...limits }, count: countTokens, openCalls };
}

/** All that a context is made of, with the newest live messages as a store loads them: whole groups. */
function sourceOf(conversation: Conversation, loaded: number): ContextSource {
  const { ws, head } = conversation;
  const read = (position: number): SourceMessage => {
    const item = ws.item(position);
    if (!item) throw new Error(`no item at ${position}`);
    const message = conversation.messageAt(position);
    return { item, message, tokens: tokensOfMessage(message) };
  };
  return {
    head,
    messages: loadedItems(ws, loaded).map(({ position }) => read(position)),
    groups: ws.groups(),
    summaries: ws.checkpoints().filter(({ status, summary }) => status === 'active' && summary !== null),
    newestUser: head.newestUser ? read(head.newestUser.position) : null,
    pending: [],
  };
}

function loadedItems(ws: MemoryWorkingSet, loaded: number): Item[] {
  const { openGroups, unreadFrom, coverage } = ws.head;
  const isShown = ({ ordinal }: Item): boolean => ordinal === null || isLive(coverage, ordinal);
  const groupsOf = (items: readonly Item[]): Set<number> =>
    new Set(items.flatMap(({ group, role }) => (group !== null && role === 'assistant' ? [group] : [])));
  const shown = groupsOf(ws.items().filter(isShown));
  const items = ws.items().filter((item) => isShown(item) || (item.group !== null && shown.has(item.group)));
  const newest = items.filter((item) => item.ordinal !== null && isShown(item)).slice(-loaded);
  const start = Math.min(...newest.map(({ ordinal }) => ordinal ?? Infinity));
  const kept = new Set([
    ...newest.flatMap(({ group }) => group ?? []),
    ...openGroups.map(({ position }) => position),
    ...groupsOf(items.filter(({ ordinal }) => ordinal !== null && ordinal === unreadFrom)),
  ]);
  return items.filter(
    ({ ordinal, group }) => ordinal === null || ordinal >= start || (group !== null && kept.has(group)),
  );
}

/** A message that a runtime hands over with its request. */
export function handedOver(id: string, spec: EventSpec, conversation: Conversation): PendingMessage {
  const event = record(spec, conversation.ws, conversation.head.position + 1);
  if (event.type !== 'MessageAppended') throw new Error('only messages are pending');
  return { id, message: event.data, tokens: tokensOfMessage(event.data) };
}

/** A context as lines `role: text`, summaries without their markers. */
export function lines({ entries }: Context): string[] {
  return entries.map((entry) =>
    entry.kind === 'summary'
      ? `${entry.role}: <${entry.checkpoint.summary}>`
      : `${entry.role}: ${textOfEntry(entry)}`,
  );
}
