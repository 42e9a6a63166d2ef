import { objects, string, textsOf, type Json, type Step } from './step';

export function openAiResponsesSteps(body: Json): Step[] {
  const input =
    typeof body['input'] === 'string' ? [{ role: 'user', content: body['input'] }] : body['input'];
  const instructions: Step = { kind: 'asked', texts: textsOf(body['instructions']) };
  return [instructions, ...objects(input).map(stepOf)];
}

function stepOf(item: Json): Step {
  const type = string(item['type']);
  const id = string(item['call_id'] ?? item['id']);
  if (type.endsWith('_call_output')) {
    const { output } = item;
    return { kind: 'answered', id, texts: textsOf(output) };
  }
  const isCall = type.endsWith('_call') && 'call_id' in item;
  if (isCall)
    return { kind: 'said', calls: [{ id, name: string(item['name'] ?? type) }], texts: [], goesOn: true };
  if (item['role'] === undefined || item['role'] === 'assistant') {
    return { kind: 'said', calls: [], texts: textsOf(item['content']), goesOn: true };
  }
  return { kind: 'asked', texts: textsOf(item['content']) };
}
