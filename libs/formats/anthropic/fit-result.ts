import { callIdFor, dropped, isBlank, kept, lost, noticesOf, notCarried, type Written } from '../encoding';
import type { MessageSource } from '../format';
import { isObject } from '../json-object';
import { JsonText, listOf, withProperty } from '../json-text';
import { CALL_ID, emptyText } from './limits';
import { documentProblem, imageProblem } from './media';
import { textOfValue } from '../checking/text-of-value';

const NO_CONTENT = '[No content]';

/**
 * A result as the provider takes it: the call's id as it leaves, no blank texts, no images of other kinds, and of an error
 * text alone and at least one. `source.replacement` takes the place of the content, every other key stays.
 */
export function fitResult(raw: JsonText, part: number, source: MessageSource): Written {
  const value = raw.value();
  if (!isObject(value)) return kept(raw.slice());
  const callId = textOfValue(value['tool_use_id']);
  const id = callIdFor(CALL_ID, callId, source.calls.get(callId));
  const renamed = id === callId ? raw.slice() : withProperty(raw, 'tool_use_id', JSON.stringify(id));
  const isError = value['is_error'] === true;
  const { replacement } = source;
  const content = replacement === null ? fitContent(raw, part, isError) : kept(JSON.stringify(replacement));
  const repairs = [...content.repairs];
  const losses = [...content.losses];
  let { json } = content;
  if (isError && isEmpty(json)) {
    json = JSON.stringify(NO_CONTENT);
    const detail = `anthropic takes no error without content: it leaves as ${NO_CONTENT}`;
    repairs.push({ code: 'empty-content', part, detail });
  }
  const isSame = json === (raw.property('content')?.slice() ?? null);
  const text = isSame || json === null ? renamed : withProperty(JsonText.parse(renamed), 'content', json);
  return { json: text, losses, repairs };
}

/** The content's raw JSON, null where there is none. */
function fitContent(raw: JsonText, part: number, isError: boolean): Written {
  const content = raw.property('content');
  if (content?.kind !== 'array') return { json: content?.slice() ?? null, losses: [], repairs: [] };
  const blocks = content.elements();
  const fitted = blocks.map((block) => fitInner(block, part, isError));
  const left = fitted.flatMap(({ json }) => json ?? []);
  const json = left.length === blocks.length ? content.slice() : listOf(left);
  return { json, ...noticesOf(fitted) };
}

function fitInner(block: JsonText, part: number, isError: boolean): Written {
  const value = block.value();
  if (!isObject(value)) return kept(block.slice());
  const { type, text, source } = value;
  if (type === 'text' && typeof text === 'string' && isBlank(text)) return dropped(emptyText(part));
  const problem = innerProblem(type, source, isError);
  return problem === null ? kept(block.slice()) : lost(notCarried('anthropic', part, problem));
}

function innerProblem(type: unknown, source: unknown, isError: boolean): string | null {
  if (isError && type !== 'text') return `${textOfValue(type)} in a result that is an error`;
  if (type === 'image') return imageProblem(source);
  return type === 'document' ? documentProblem(source) : null;
}

function isEmpty(json: string | null): boolean {
  if (json === null) return true;
  const value: unknown = JSON.parse(json);
  return (
    value === null ||
    (typeof value === 'string' && isBlank(value)) ||
    (Array.isArray(value) && value.length === 0)
  );
}
