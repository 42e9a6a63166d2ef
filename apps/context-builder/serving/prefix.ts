import type { FormatName } from '@verbatim/conversation';
import { format } from '@verbatim/formats';
import type { RenderedContext } from './engine';
import type { Receipt } from './receipt';

/** How much of a body begins exactly as the body of the call before did. */
export interface Prefix {
  readonly sameTokens: number;
  readonly sameBytes: number;
}

/** How many segments at the beginning are those of the call before. */
export function sameSegments({ segments }: RenderedContext, previous: Receipt): number {
  const different = segments.findIndex(({ sha256 }, at) => sha256 !== previous.segments[at]?.sha256);
  return different === -1 ? segments.length : different;
}

/** What a context has in common with the one of the call before, of which `rest` are the texts after the same ones. */
export function prefixOf(
  { segments, bodyText }: RenderedContext,
  same: number,
  rest: readonly string[],
  target: FormatName,
): Prefix {
  const shared = segments.slice(0, same);
  const previous = format(target).renderBody([...shared.map(({ text }) => text), ...rest]).text;
  return {
    sameTokens: shared.reduce((sum, { tokens }) => sum + tokens, 0),
    sameBytes: same === 0 ? 0 : sharedBytes(Buffer.from(bodyText), Buffer.from(previous)),
  };
}

function sharedBytes(one: Buffer, other: Buffer): number {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && one[at] === other[at]) at += 1;
  return at;
}
