import type { Part, ToolResultPart } from '@verbatim/conversation';
import {
  boundElsewhere,
  EMPTY_MESSAGE,
  isShown,
  isWhole,
  kept,
  lost,
  notCarried,
  orPlaceholder,
  partNotCarried,
  untouched,
  type Written,
} from '../encoding';
import type { EncodedMessage, FormatNotice, MessageSource } from '../format';
import { type JsonText, listOf, withProperty } from '../json-text';
import { isSystemApart } from './decode';
import { readBlocks, type ReadBlock } from './decode-blocks';
import { type BlockRole, isFit } from './fit';
import { inMessages, type PlacedBlock } from './in-messages';
import { messageFrame } from './schema';
import { withTextOutput } from './write-output';
import { writePart } from './write-part';

/** A block and the canonical part that it is, or goes with. */
interface ShownBlock extends ReadBlock {
  readonly index: number;
}

/** A ModelMessage that came as one: untouched where all of it leaves, else its blocks as they were written. */
export function fromNative(native: JsonText, source: MessageSource): EncodedMessage {
  const { replacement } = source;
  if (isSystemApart(native.value())) return untouched(native.slice());
  const { role, content } = messageFrame.parse(native.value());
  const raw = native.property('content');
  if (!raw || typeof content === 'string' || role === 'system') {
    if (replacement === null) return untouched(native.slice());
    return untouched(withProperty(native, 'content', JSON.stringify(replacement)));
  }
  const shown = shownBlocks(readBlocks(raw, role, ''), source);
  const blocks = withReplacedText(shown, source, (block) => leave(block, role, source));
  if (isWhole(source) && blocks.every(isUntouched)) return untouched(native.slice());
  const encoded = inMessages(blocks, [], (own) => withProperty(native, 'content', listOf(own)));
  const placeholder = withProperty(native, 'content', JSON.stringify(EMPTY_MESSAGE));
  return orPlaceholder('ai-sdk', encoded, source, placeholder);
}

/** What is no part goes with the part that comes next, at the end with the last one. */
function shownBlocks(blocks: readonly ReadBlock[], source: MessageSource): ShownBlock[] {
  const last = blocks.filter(({ part }) => part !== null).length - 1;
  let next = 0;
  return blocks.flatMap((block) => {
    const index = Math.min(next, Math.max(0, last));
    if (block.part) next += 1;
    return isShown(source, index) ? [{ ...block, index }] : [];
  });
}

function leave(block: ShownBlock, role: BlockRole, source: MessageSource): PlacedBlock {
  const { part } = block;
  if (part?.type === 'tool-result') return leaveResult(part, block, role, source);
  return { ...leaveOther(block, role, source), inTool: false };
}

function leaveOther({ part, raw, index }: ShownBlock, role: BlockRole, source: MessageSource): Written {
  const bound = part?.type === 'reasoning' ? boundElsewhere(source, index) : null;
  if (bound) return lost(bound);
  if (isFit(raw.value(), role)) return kept(raw.slice());
  if (part === null) return lost(notCarried('ai-sdk', index, 'a block of an unknown type'));
  if (part.type === 'data') return lost(partNotCarried('ai-sdk', { part, index }, source.message));
  return anew(part, index, role, source);
}

function anew(part: Part, index: number, role: BlockRole, source: MessageSource): Written {
  const written = writePart(part, index, source, role);
  const detail = 'the SDK takes no such block: it leaves written anew';
  return { ...written, repairs: [...written.repairs, { code: 'block-rewritten', part: index, detail }] };
}

/** A result that the runtime gave belongs into a tool message: the SDK misses it in the assistant's. */
function leaveResult(
  part: ToolResultPart,
  { raw, index }: ShownBlock,
  role: BlockRole,
  source: MessageSource,
): PlacedBlock {
  const inTool = role !== 'tool';
  const detail = 'a result in the assistant message that called leaves in a tool message';
  const repairs: FormatNotice[] = inTool ? [{ code: 'result-moved', part: index, detail }] : [];
  if (source.replacement !== null) {
    return { ...kept(withTextOutput(raw, source.replacement, part.isError === true), repairs), inTool };
  }
  if (isFit(raw.value(), 'tool')) return { ...kept(raw.slice(), repairs), inTool };
  return { ...anew(part, index, 'tool', source), inTool };
}

/** The replacement takes the place of the first text; the other texts go. */
function withReplacedText(
  shown: readonly ShownBlock[],
  { replacement }: MessageSource,
  write: (block: ShownBlock) => PlacedBlock,
): PlacedBlock[] {
  if (replacement === null || shown.some(({ part }) => part?.type === 'tool-result')) return shown.map(write);
  const first = shown.find(({ part }) => part?.type === 'text');
  const text = JSON.stringify(replacement);
  const replaced = first ? withProperty(first.raw, 'text', text) : `{"type":"text","text":${text}}`;
  const block = { ...kept(replaced), inTool: false };
  const others = shown.flatMap((other) => {
    if (other === first) return [block];
    return other.part?.type === 'text' ? [] : [write(other)];
  });
  return first ? others : [block, ...others];
}

function isUntouched({ json, inTool, losses, repairs }: PlacedBlock): boolean {
  return json !== null && !inTool && losses.length + repairs.length === 0;
}
