import { type Message, type Part, type Role, VerbatimError } from '@verbatim/conversation';
import { read } from '../decoding';
import { typeOf } from '../json-object';
import type { JsonText } from '../json-text';
import { contentOf, isErrorOutput } from './decode-output';
import { urlOf } from './media';
import { type Block, blockSchema, blockTypes, type ToolCallBlock, type ToolResultBlock } from './schema';
import { sealOf } from './seal';

/** A block of a message: what it is, how it was written, and the canonical part that it is, if any. */
export interface ReadBlock {
  readonly raw: JsonText;
  readonly part: Part | null;
}

const inToolMessages: ReadonlySet<string> = new Set([
  'tool-result',
  'tool-approval-request',
  'tool-approval-response',
]);

interface Scope {
  readonly role: Role;
  /** Ids of the calls that the message makes and the runtime executes. */
  readonly ownCalls: readonly string[];
}

/**
 * The blocks of a message's list of contents, in their order. Calls that the provider executed and their results stay
 * data, and so do approvals and types that a later SDK may have; text that is empty is no part.
 * @throws VerbatimError `event-invalid`
 */
export function readBlocks(content: JsonText, role: Role, path: string): ReadBlock[] {
  const blocks = content
    .elements()
    .map((raw, index) => ({ raw, block: readBlock(raw, role, `${path}[${index}]`) }));
  const scope: Scope = {
    role,
    ownCalls: blocks.flatMap(({ block }) => (isOwnCall(block) ? [block.toolCallId] : [])),
  };
  return blocks.map(({ raw, block }) => ({ raw, part: partOf(block, raw, scope) }));
}

/** Null where the type is not one that this version of the SDK knows. */
function readBlock(raw: JsonText, role: Role, path: string): Block | null {
  const value = raw.value();
  if (!blockTypes.includes(typeOf(value))) return null;
  const block = read(blockSchema, value, path);
  if (role !== 'tool' || inToolMessages.has(block.type)) return block;
  throw new VerbatimError('event-invalid', `${path}.type: a tool message holds no ${block.type}`);
}

function isOwnCall(block: Block | null): block is ToolCallBlock {
  return block?.type === 'tool-call' && block.providerExecuted !== true;
}

function partOf(block: Block | null, raw: JsonText, scope: Scope): Part | null {
  switch (block?.type) {
    case 'text':
      return block.text === '' ? null : { type: 'text', text: block.text };
    case 'image': {
      const { mediaType } = block;
      return {
        type: 'image',
        url: urlOf(block.image, mediaType),
        ...(mediaType === undefined ? {} : { mediaType }),
      };
    }
    case 'file':
      return filePart(block);
    case 'reasoning':
      return { type: 'reasoning', text: block.text, ...sealOf(block.providerOptions) };
    case 'tool-call':
      return scope.role === 'assistant' && isOwnCall(block) ? callPart(block, raw) : dataPart(raw);
    case 'tool-result': {
      const isOwn = scope.role === 'tool' || scope.ownCalls.includes(block.toolCallId);
      return isOwn ? resultPart(block, raw) : dataPart(raw);
    }
    case 'tool-approval-request':
    case 'tool-approval-response':
    case undefined:
      return dataPart(raw);
  }
}

function filePart({ data, mediaType, filename }: Extract<Block, { type: 'file' }>): Part {
  const url = urlOf(data, mediaType);
  if (mediaType.startsWith('image/')) return { type: 'image', url, mediaType };
  return { type: 'file', url, mediaType, ...(filename === undefined ? {} : { name: filename }) };
}

/** An `input` that is a string is what the model wrote where it wrote no JSON, or for a tool that takes text. */
function callPart({ toolCallId, toolName, input }: ToolCallBlock, raw: JsonText): Part {
  const written = typeof input === 'string' ? input : (raw.property('input')?.slice() ?? '');
  return { type: 'tool-call', id: toolCallId, name: toolName, arguments: written };
}

function resultPart({ toolCallId, toolName, output }: ToolResultBlock, raw: JsonText): Part {
  return {
    type: 'tool-result',
    callId: toolCallId,
    name: toolName,
    content: contentOf(output, raw.property('output')),
    ...(isErrorOutput(output) ? { isError: true } : {}),
  };
}

function dataPart(raw: JsonText): Part {
  const value = raw.value();
  return { type: 'data', name: `ai-sdk:${typeOf(value)}`, value };
}

/** The canonical parts of the blocks, in order. */
export function partsOf(blocks: readonly ReadBlock[]): Message['parts'] {
  return blocks.flatMap(({ part }) => (part ? [part] : []));
}
