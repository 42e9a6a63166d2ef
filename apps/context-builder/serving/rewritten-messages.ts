import type { Message, Notice } from '@verbatim/conversation';
import type { Format, Violation } from '@verbatim/formats';
import type { RawSource } from './raw-source';
import type { RenderedSegment } from './render-entry';

/**
 * The events of messages that break one of these rules by themselves: written by a producer in the target's own format, in a
 * way that the provider refuses and that no repair knows.
 */
export function refusedAlone(
  segments: readonly RenderedSegment[],
  violations: readonly Violation[],
  out: Format,
): Set<string> {
  const broken = new Set(violations.map(({ rule }) => rule));
  const isRefused = ({ text }: RenderedSegment): boolean =>
    out.check(JSON.parse(out.renderBody([text]).text)).some(({ rule }) => broken.has(rule));
  const own = segments.filter(({ kind }) => kind === 'message' || kind === 'pending');
  return new Set(own.filter(isRefused).map(({ event }) => event));
}

/** The source with these messages in the canonical form, from which every target is written anew. */
export function writtenAnew(raw: RawSource, events: ReadonlySet<string>): RawSource {
  const { messages, newestUser, pending } = raw.source;
  const journaled = newestUser ? [...messages, newestUser] : messages;
  const read: [string, Message][] = [
    ...journaled.map(({ item, message }): [string, Message] => [item.eventId, message]),
    ...pending.map(({ id, message }): [string, Message] => [id, message]),
  ];
  const anew = read.filter(([event]) => events.has(event));
  return {
    ...raw,
    texts: new Map([
      ...raw.texts,
      ...anew.map(([event, message]) => [event, JSON.stringify(message)] as const),
    ]),
  };
}

export function rewrittenNotice(event: string): Notice {
  const detail = 'its provider would refuse it as it came; it is written anew from what was read of it';
  return { code: 'message-rewritten', event, detail };
}
