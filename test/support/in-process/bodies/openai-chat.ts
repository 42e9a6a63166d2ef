import { objects, string, textsOf, type Json, type Step } from './step';

export function openAiChatSteps(body: Json): Step[] {
  return objects(body['messages']).map(({ role, content, tool_calls, tool_call_id }): Step => {
    if (role === 'tool') return { kind: 'answered', id: string(tool_call_id), texts: textsOf(content) };
    if (role !== 'assistant') return { kind: 'asked', texts: textsOf(content) };
    const calls = objects(tool_calls).map((call) => ({
      id: string(call['id']),
      name: string(((call['function'] ?? call['custom']) as Json)['name']),
    }));
    return { kind: 'said', calls, texts: textsOf(content) };
  });
}
