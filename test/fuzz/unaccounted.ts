import { isLive, isPinned, textOf, type Item } from '@verbatim/conversation';
import type { Rendered } from '../support/in-process/context-rig';
import type { FoldedConversation } from '../support/in-process/folded-conversation';

/** Where these are among `degraded`, older messages are not listed one by one. */
const CUTS = new Set(['window-cut', 'messages-cut', 'summaries-cut']);

export function isCut({ degraded }: Rendered): boolean {
  return degraded.some(({ code }) => CUTS.has(code));
}

/**
 * Messages that should be in view and are neither shown nor among those `named` by a repair or loss. A system prompt
 * without a word may be left out.
 */
export function unaccounted(
  rendered: Rendered,
  conversation: FoldedConversation,
  named: ReadonlySet<string>,
): string[] {
  if (isCut(rendered)) return [];
  const { ws } = conversation;
  const isBlank = (item: Item): boolean =>
    isPinned(item.role) && textOf(conversation.messageAt(item.position).message).trim() === '';
  const shown = new Set(rendered.segments.map(({ event }) => event));
  const inView = ws.items().filter(({ ordinal }) => ordinal === null || isLive(ws.head.coverage, ordinal));
  return inView
    .filter((item) => !shown.has(item.eventId) && !named.has(item.eventId) && !isBlank(item))
    .map(({ eventId, role }) => `${eventId} (${role}) is neither shown nor reported`);
}
