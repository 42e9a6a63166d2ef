import type { FormatName } from '@verbatim/conversation';
import { format } from '@verbatim/formats';
import type { RenderedContext } from './engine';
import type { Receipt } from './receipt';

/** How much of a body begins exactly as the body of the call before did. */
export interface Prefix {
  readonly sameTokens: number;
  readonly sameBytes: number;
}

/** What a context has in common with the one of the call before. */
export function prefixOf(rendered: RenderedContext, previous: Receipt | null, target: FormatName): Prefix {
  if (!previous) return { sameTokens: 0, sameBytes: 0 };
  const different = rendered.segments.findIndex(({ sha256 }, at) => sha256 !== previous.segments[at]?.sha256);
  const same = different === -1 ? rendered.segments : rendered.segments.slice(0, different);
  if (same.length === 0) return { sameTokens: 0, sameBytes: 0 };
  const texts = same.map(({ text }) => text);
  const out = format(target);
  return {
    sameTokens: same.reduce((sum, { tokens }) => sum + tokens, 0),
    sameBytes: sharedBytes(out.renderBody(texts), out.renderBody([...texts, '']), texts),
  };
}

/** Bytes with which every body begins that begins with these messages, whatever follows them. */
function sharedBytes(ended: string, continued: string, texts: readonly string[]): number {
  const last = texts.at(-1) ?? '';
  const end = ended.lastIndexOf(last) + last.length;
  return ended.slice(0, end) === continued.slice(0, end) ? Buffer.byteLength(ended.slice(0, end)) : 0;
}
