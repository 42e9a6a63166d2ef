import { callIdFor, type Edit, NO_EDIT, renamedCall, renamedTool, toolNameFor } from '../encoding';
import type { FormatNotice } from '../format';
import { JsonText, listOf, withProperty } from '../json-text';
import { CALL_ID, TOOL_NAME_LENGTH } from './limits';
import { type NativeMessage, shownAt } from './native-message';

/** The calls of an assistant: those that are shown, with ids and tool names that OpenAI takes. */
export function editCalls(native: NativeMessage): Edit {
  const calls = native.root.property('tool_calls');
  if (native.chat.role !== 'assistant' || calls?.kind !== 'array') return NO_EDIT;
  const raws = calls.elements();
  const repairs: FormatNotice[] = [];
  const texts = raws.flatMap((raw, at) => {
    const index = shownAt(native, `tool_calls.${at}`);
    return index === null ? [] : [shownCall(raw, index, native, repairs)];
  });
  if (raws.length === 0) repairs.push({ code: 'empty-calls', detail: 'an empty list of calls is left out' });
  if (texts.length === 0) return { members: { tool_calls: null }, repairs };
  const isAsItWas = texts.length === raws.length && texts.every((text, at) => text === raws[at]?.slice());
  return { members: isAsItWas ? {} : { tool_calls: listOf(texts) }, repairs };
}

function shownCall(
  raw: JsonText,
  index: number,
  { placed, source }: NativeMessage,
  repairs: FormatNotice[],
): string {
  const part = placed[index]?.part;
  if (part?.type !== 'tool-call') return raw.slice();
  const id = callIdFor(CALL_ID, part.id, source.calls.get(part.id));
  const name = toolNameFor(part.name, TOOL_NAME_LENGTH);
  repairs.push(...renamedCall(part.id, id, index), ...renamedTool(part.name, name, index));
  const text = id === part.id ? raw.slice() : withProperty(raw, 'id', JSON.stringify(id));
  return name === part.name ? text : withToolName(JsonText.parse(text), name);
}

function withToolName(call: JsonText, name: string): string {
  const key = String(call.property('type')?.value());
  const tool = call.property(key);
  return tool ? withProperty(call, key, withProperty(tool, 'name', JSON.stringify(name))) : call.slice();
}
