import {
  argumentsObject,
  boundElsewhere,
  callIdFor,
  dropped,
  edited,
  inMessageOf,
  isBlank,
  kept,
  lost,
  notCarried,
  renamedCall,
  renamedTool,
  toolNameFor,
  type Written,
} from '../encoding';
import type { MessageSource } from '../format';
import { isObject, type JsonObject, typeOf } from '../json-object';
import { type JsonText, withoutProperties } from '../json-text';
import { fitResult } from './fit-result';
import { CALL_ID, emptyText, SERVER_CALL_ID, TOOL_NAME_LENGTH } from './limits';
import { documentProblem, imageProblem } from './media';
import { textOfValue } from '../checking/text-of-value';

/** A block as the provider takes it back: untouched where it does. `index` is that of its part. */
export function fitBlock(raw: JsonText, index: number, source: MessageSource): Written {
  const value = raw.value();
  if (!isObject(value)) return kept(raw.slice());
  const type = typeOf(value);
  if (type === 'text') return fitText(raw, value, index);
  if (type === 'tool_result') return fitResult(raw, index, source);
  if (source.message.role !== 'assistant') return fitUserBlock(raw, value, type, index);
  switch (type) {
    case 'tool_use':
      return fitCall(raw, index, source);
    case 'thinking':
    case 'redacted_thinking':
      return fitThinking(raw, value, index, source);
    case 'server_tool_use':
      return SERVER_CALL_ID.test(textOfValue(value['id']))
        ? kept(raw.slice())
        : lost(notCarried('anthropic', index, 'a server tool with this id'));
    case 'image':
    case 'document':
    case 'search_result':
      return lost(notCarried('anthropic', index, `${type} ${inMessageOf('assistant')}`));
    default:
      return kept(raw.slice());
  }
}

/** Blocks that only the model writes have no place with the user. */
function fitUserBlock(raw: JsonText, { source }: JsonObject, type: string, index: number): Written {
  const problem = userBlockProblem(type, source);
  return problem === null ? kept(raw.slice()) : lost(notCarried('anthropic', index, problem));
}

function userBlockProblem(type: string, source: unknown): string | null {
  if (type === 'image') return imageProblem(source);
  if (type === 'document') return documentProblem(source);
  const isModels = /thinking$|tool_use$|_tool_result$/.test(type);
  return isModels ? `${type} ${inMessageOf('user')}` : null;
}

/** `parsed_output` is what the SDK adds to a response; the API refuses it. */
function fitText(raw: JsonText, { text, parsed_output: parsed }: JsonObject, index: number): Written {
  if (typeof text === 'string' && isBlank(text)) return dropped(emptyText(index));
  return kept(parsed === undefined ? raw.slice() : withoutProperties(raw, ['parsed_output']));
}

function fitCall(raw: JsonText, index: number, { message, calls }: MessageSource): Written {
  const part = message.parts[index];
  if (part?.type !== 'tool-call') return kept(raw.slice());
  const id = callIdFor(CALL_ID, part.id, calls.get(part.id));
  const name = toolNameFor(part.name, TOOL_NAME_LENGTH);
  const input = argumentsObject(part.arguments, index);
  const members = {
    ...(id !== part.id && { id: JSON.stringify(id) }),
    ...(name !== part.name && { name: JSON.stringify(name) }),
    ...(input.json !== part.arguments && { input: input.json }),
  };
  return kept(edited(raw, [{ members }]).text, [
    ...renamedCall(part.id, id, index),
    ...renamedTool(part.name, name, index),
    ...input.repairs,
  ]);
}

/** Sealed for this model it leaves as it came, else it does not. */
function fitThinking(raw: JsonText, value: JsonObject, index: number, source: MessageSource): Written {
  const seal = value['type'] === 'thinking' ? value['signature'] : value['data'];
  if (typeof seal !== 'string' || seal === '') {
    return lost(notCarried('anthropic', index, 'reasoning without a signature'));
  }
  const bound = boundElsewhere(source, index);
  if (bound) return lost(bound);
  if (value['cache_control'] === undefined) return kept(raw.slice());
  const detail = 'anthropic takes no cache_control on thinking: it is taken off';
  return kept(withoutProperties(raw, ['cache_control']), [
    { code: 'cache-control-removed', part: index, detail },
  ]);
}
