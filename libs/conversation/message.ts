import { z } from 'zod';
import { roles, type Role } from './roles';

export { roles, type Role };

export const roleSchema = z.enum(roles);

const textPart = z.object({ type: z.literal('text'), text: z.string() });

const imagePart = z.object({
  type: z.literal('image'),
  /** An http(s) or data URL, or a provider's content hash. */
  url: z.string(),
  mediaType: z.string().optional(),
  detail: z.string().optional(),
});

const filePart = z.object({
  type: z.literal('file'),
  url: z.string(),
  mediaType: z.string().optional(),
  name: z.string().optional(),
});

const toolCallPart = z.object({
  type: z.literal('tool-call'),
  id: z.string().min(1),
  name: z.string(),
  /** The arguments as the model wrote them: JSON text, kept character by character. */
  arguments: z.string(),
  /** That somebody must allow it; `approved` once they have answered. */
  approval: z.object({ id: z.string(), approved: z.boolean().optional() }).optional(),
});

const toolResultPart = z.object({
  type: z.literal('tool-result'),
  callId: z.string().min(1),
  name: z.string().optional(),
  content: z.array(z.discriminatedUnion('type', [textPart, imagePart, filePart])),
  isError: z.boolean().optional(),
});

const reasoningPart = z.object({
  type: z.literal('reasoning'),
  text: z.string(),
  /** The provider's seal over the text. */
  signature: z.string().optional(),
  /** What only the provider can read: redacted thinking, encrypted content. */
  encrypted: z.string().optional(),
});

const dataPart = z.object({ type: z.literal('data'), name: z.string(), value: z.unknown() });

export const partSchema = z.discriminatedUnion('type', [
  textPart,
  imagePart,
  filePart,
  toolCallPart,
  toolResultPart,
  reasoningPart,
  dataPart,
]);

/** The canonical message: every wire format is read into it. `native` is the provider's own payload, untouched. */
export const messageSchema = z.object({
  role: roleSchema,
  parts: z.array(partSchema),
  name: z.string().optional(),
  model: z.string().optional(),
  provider: z.string().optional(),
  /** Goes on with the turn that the assistant message directly before it began: formats that write a turn in pieces. */
  continues: z.literal(true).optional(),
  native: z.unknown().optional(),
});

export type Part = z.infer<typeof partSchema>;
export type TextPart = z.infer<typeof textPart>;
export type ToolCallPart = z.infer<typeof toolCallPart>;
export type ToolResultPart = z.infer<typeof toolResultPart>;
export type Message = z.infer<typeof messageSchema>;

/** Pinned messages are never counted, summarised, filtered or dropped (SPEC, words). */
export function isPinned(role: Role): boolean {
  return role === 'system' || role === 'developer';
}

export function toolCallsOf(message: Message): ToolCallPart[] {
  return message.parts.filter((part) => part.type === 'tool-call');
}

export function toolResultsOf(message: Message): ToolResultPart[] {
  return message.parts.filter((part) => part.type === 'tool-result');
}

/** Ids of the calls that no result in the message itself answers. */
export function unansweredCallsOf(message: Message): string[] {
  const answered = new Set(toolResultsOf(message).map(({ callId }) => callId));
  return toolCallsOf(message).flatMap(({ id }) => (answered.has(id) ? [] : [id]));
}

/** True of a piece of a turn that holds nothing but reasoning: what it was thought for comes next. */
export function isThought({ parts }: Message): boolean {
  return parts.length > 0 && parts.every(({ type }) => type === 'reasoning');
}

/** The text of a refusal, where the part is one: an assistant's refusal has no other place in a canonical message. */
export function refusalOf(part: Part): string | undefined {
  return part.type === 'data' && part.name === 'refusal' && typeof part.value === 'string'
    ? part.value
    : undefined;
}

/** True of an assistant message with neither content nor calls: no provider takes it back. */
export function isEmptyReply({ role, parts }: Message): boolean {
  return role === 'assistant' && parts.length === 0;
}

/** What a message says in words of its own: its text parts alone. */
export function ownText({ parts }: Message): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** What a reader sees of a message as plain text, tool results included; images and files by their URL's head only. */
export function textOf(message: Message): string {
  return message.parts
    .map(textOfPart)
    .filter((text) => text !== '')
    .join('\n');
}

function textOfPart(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'image':
    case 'file':
      return `[${part.type} ${part.url.slice(0, 80)}]`;
    case 'tool-call':
      return `${part.name}(${part.arguments})`;
    case 'tool-result':
      return part.content.map(textOfPart).join('\n');
    case 'data':
      return refusalOf(part) ?? `[${part.name}]`;
  }
}

/** Characters are code points everywhere (SPEC 0). */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
