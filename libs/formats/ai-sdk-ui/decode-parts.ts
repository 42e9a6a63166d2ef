import type { Part } from '@verbatim/conversation';
import { sealOf } from '../ai-sdk/seal';
import { read } from '../decoding';
import { fieldsOf, typeOf } from '../json-object';
import type { JsonText } from '../json-text';
import { callOf, resultOf } from './decode-tool';
import { fileSchema, isToolType, partSchemaFor, reasoningSchema, textSchema } from './schema';
import { type ToolPart, toolPartSchema } from './tool-schema';

/** A part of a UIMessage as it was written, and the canonical parts that it is. */
export interface ReadPart {
  readonly raw: JsonText;
  /** Of a part about a tool: the call, and what came of it. */
  readonly call: Part | null;
  readonly result: Part | null;
  /** Of any other part; null for text that is empty. */
  readonly part: Part | null;
}

/**
 * The parts of a UIMessage's list, in order. What the runtime does not execute, calls whose input was still coming in
 * (the SDK leaves them out as well), sources, steps and data are canonical data parts, and so are types that a later SDK
 * may have.
 * @throws VerbatimError `event-invalid`
 */
export function readParts(list: JsonText, role: string, path: string): ReadPart[] {
  return list.elements().map((raw, index) => readPart(raw, role, `${path}[${index}]`));
}

function readPart(raw: JsonText, role: string, path: string): ReadPart {
  const value = raw.value();
  const type = typeOf(value);
  const part = (found: Part | null): ReadPart => ({ raw, call: null, result: null, part: found });
  if (isToolType(type)) {
    const tool = read(toolPartSchema, withUndefined(value), path);
    if (role !== 'assistant' || !isExecutedHere(tool)) return part(dataPart(type, value));
    return { raw, call: callOf(tool, raw), result: resultOf(tool, raw), part: null };
  }
  const schema = partSchemaFor(type);
  if (schema) read(schema, value, path);
  switch (type) {
    case 'text': {
      const { text } = textSchema.parse(value);
      return part(text === '' ? null : { type: 'text', text });
    }
    case 'reasoning': {
      const { text, providerMetadata } = reasoningSchema.parse(value);
      return part({ type: 'reasoning', text, ...sealOf(providerMetadata) });
    }
    case 'file':
      return part(filePart(value));
    default:
      return part(dataPart(type, value));
  }
}

/** JSON drops what is undefined: a tool without input, one that gave nothing back. */
function withUndefined(value: unknown): unknown {
  return { input: undefined, output: undefined, ...fieldsOf(value) };
}

function isExecutedHere({ providerExecuted, state }: ToolPart): boolean {
  return providerExecuted !== true && state !== 'input-streaming';
}

function filePart(value: unknown): Part {
  const { url, mediaType, filename } = fileSchema.parse(value);
  if (mediaType.startsWith('image/')) return { type: 'image', url, mediaType };
  return { type: 'file', url, mediaType, ...(filename === undefined ? {} : { name: filename }) };
}

function dataPart(type: string, value: unknown): Part {
  return { type: 'data', name: `ai-sdk-ui:${type}`, value };
}
