import type { Role } from '@verbatim/conversation';
import { callIdFor, EMPTY_MESSAGE, noticesOf, orPlaceholder } from '../encoding';
import type { EncodedMessage, FormatNotice, MessageSource } from '../format';
import { listOf } from '../json-text';
import type { FittedPart } from './fit-part';
import { messageFragment } from './fragments';
import { CALL_ID } from './limits';

/** A block as it leaves, with what decides on the message that it leaves in. */
interface PlacedBlock {
  readonly json: string;
  readonly kind: 'call' | 'result' | 'other';
  /** Of a call or result, as it leaves. */
  readonly callId: string | null;
}

/** The parts in the messages that hold them. A user's message of which nothing is left leaves as `EMPTY_MESSAGE`. */
export function inFrames(
  parts: readonly FittedPart[],
  losses: readonly FormatNotice[],
  source: MessageSource,
): EncodedMessage {
  const { role, continues } = source.message;
  const blocks = parts.flatMap((part) => placed(part, source));
  const text = framesOf(role, blocks, continues === true).join(',');
  const encoded = { text, ...noticesOf([{ losses }, ...parts]) };
  const placeholder = messageFragment('user', JSON.stringify(EMPTY_MESSAGE), false);
  return orPlaceholder('anthropic', encoded, source, placeholder);
}

function placed({ json, index }: FittedPart, { message, calls }: MessageSource): PlacedBlock[] {
  if (json === null) return [];
  const part = message.parts[index];
  const idOf = (callId: string): string => callIdFor(CALL_ID, callId, calls.get(callId));
  switch (part?.type) {
    case 'tool-call':
      return [{ json, kind: 'call', callId: idOf(part.id) }];
    case 'tool-result':
      return [{ json, kind: 'result', callId: idOf(part.callId) }];
    default:
      return [{ json, kind: 'other', callId: null }];
  }
}

/**
 * The messages that hold these blocks: results always in a user message, those of an assistant's own calls in the one
 * right behind the calls.
 */
function framesOf(role: Role, blocks: readonly PlacedBlock[], joins: boolean): string[] {
  if (role !== 'assistant') return blocks.length === 0 ? [] : [frame('user', blocks, joins)];
  const frames: PlacedBlock[][] = [];
  for (const block of blocks) {
    if (block.kind === 'result') frameBehindCall(frames, block).push(block);
    else frameOf('other', frames).push(block);
  }
  return frames.map((held) => frame(held[0]?.kind === 'result' ? 'user' : 'assistant', held, joins));
}

function frame(role: 'user' | 'assistant', blocks: readonly PlacedBlock[], joins: boolean): string {
  return messageFragment(role, listOf(blocks.map(({ json }) => json)), joins);
}

function frameBehindCall(frames: PlacedBlock[][], { callId }: PlacedBlock): PlacedBlock[] {
  const caller = frames.findIndex((held) =>
    held.some((block) => block.kind === 'call' && block.callId === callId),
  );
  const behind = frames[caller + 1];
  return caller !== -1 && behind ? behind : frameOf('result', frames);
}

/** The last frame where it holds this kind, else a new one. */
function frameOf(kind: 'result' | 'other', frames: PlacedBlock[][]): PlacedBlock[] {
  const last = frames.at(-1);
  if (last && (last[0]?.kind === 'result') === (kind === 'result')) return last;
  const added: PlacedBlock[] = [];
  frames.push(added);
  return added;
}
