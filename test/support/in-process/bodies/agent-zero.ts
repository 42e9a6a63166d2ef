import { objects, string, textsOf, type Json, type Step } from './step';

/** Calls have no ids: a result answers the call of the same tool directly before it. */
export function agentZeroSteps(body: Json): Step[] {
  const system: Step = { kind: 'asked', texts: textsOf(body['system']) };
  return [system, ...objects(body['messages']).map(({ ai, content }) => stepOf(ai === true, content))];
}

function stepOf(isAi: boolean, content: unknown): Step {
  const isObject = content !== null && typeof content === 'object' && !Array.isArray(content);
  const { tool_name, tool_args, tool_result } = isObject ? (content as Json) : {};
  const name = string(tool_name);
  if (!isAi && tool_result !== undefined) {
    const text = typeof tool_result === 'string' ? tool_result : JSON.stringify(tool_result);
    return { kind: 'answered', id: name, texts: [text] };
  }
  const texts = isObject ? saidInObject(content as Json) : saidIn(content);
  if (!isAi) return { kind: 'asked', texts };
  return { kind: 'said', calls: tool_args === undefined ? [] : [{ id: name, name }], texts };
}

/** A raw message goes to the model as it is; what stands beside it is for people. */
function saidInObject({ raw_content, ...others }: Json): string[] {
  return raw_content === undefined ? Object.values(others).flatMap(saidIn) : saidIn(raw_content);
}

/** Texts, and those of lists of texts or of parts; names and arguments of a call, images and files are none. */
function saidIn(value: unknown): string[] {
  if (!Array.isArray(value)) return typeof value === 'string' ? [value] : [];
  return value.flatMap((each) => (typeof each === 'string' ? [each] : textsOf([each])));
}
