import { objects, string, type Json, type Step } from './step';

export function aiSdkUiSteps(body: Json): Step[] {
  return objects(body['messages']).flatMap(({ role, parts }): Step[] => {
    if (role !== 'assistant') return [{ kind: 'asked', texts: textsIn(parts) }];
    return [{ kind: 'said', calls: [], texts: textsIn(parts) }, ...objects(parts).flatMap(toolSteps)];
  });
}

function textsIn(parts: unknown): string[] {
  return objects(parts).flatMap(({ type, text }) => (type === 'text' ? [string(text)] : []));
}

/** A tool part is a call and, once it has one, its result. */
function toolSteps(part: Json): Step[] {
  const type = string(part['type']);
  const isTool = type === 'dynamic-tool' || type.startsWith('tool-');
  // Input that was still streaming is no call yet: the SDK sends nothing of it to the model.
  if (!isTool || part['state'] === 'input-streaming') return [];
  const id = string(part['toolCallId']);
  const name = type === 'dynamic-tool' ? string(part['toolName']) : type.slice('tool-'.length);
  const call: Step = { kind: 'said', calls: [{ id, name }], texts: [], goesOn: true };
  if (part['state'] === 'output-denied') return [call, { kind: 'answered', id, texts: [] }];
  if (part['state'] === 'output-error') {
    return [call, { kind: 'answered', id, texts: [string(part['errorText'])] }];
  }
  if (part['state'] !== 'output-available') return [call];
  const { output } = part;
  const texts = [typeof output === 'string' ? output : JSON.stringify(output)];
  return [call, { kind: 'answered', id, texts }];
}
