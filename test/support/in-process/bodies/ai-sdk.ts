import { objects, string, textsOf, type Json, type Step } from './step';

export function aiSdkSteps(body: Json): Step[] {
  const system: Step = { kind: 'asked', texts: textsOf(body['system']) };
  return [
    system,
    ...objects(body['messages']).flatMap(({ role, content }): Step[] => {
      if (role === 'assistant') return [said(content)];
      return role === 'tool' ? answered(content) : [{ kind: 'asked', texts: textsOf(content) }];
    }),
  ];
}

function said(content: unknown): Step {
  const calls = objects(content)
    .filter(({ type, providerExecuted }) => type === 'tool-call' && providerExecuted !== true)
    .map(({ toolCallId, toolName }) => ({ id: string(toolCallId), name: string(toolName) }));
  return { kind: 'said', calls, texts: textsOf(content) };
}

function answered(content: unknown): Step[] {
  return objects(content)
    .filter(({ type }) => type === 'tool-result')
    .map(({ toolCallId, output }): Step => {
      const { type, value } = (output ?? {}) as Json;
      const texts = type === 'json' || type === 'error-json' ? [JSON.stringify(value)] : textsOf(value);
      return { kind: 'answered', id: string(toolCallId), texts };
    });
}
