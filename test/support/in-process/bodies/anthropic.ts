import { objects, string, textsOf, type Json, type Step } from './step';

export function anthropicSteps(body: Json): Step[] {
  const system: Step = { kind: 'asked', texts: textsOf(body['system']) };
  return [
    system,
    ...objects(body['messages']).flatMap(({ role, content }): Step[] =>
      role === 'assistant' ? [said(content)] : asked(content),
    ),
  ];
}

function said(content: unknown): Step {
  const calls = objects(content)
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name }) => ({ id: string(id), name: string(name) }));
  return { kind: 'said', calls, texts: textsOf(content) };
}

/** Results come first; each block is a step, so that a text before a result is one too early. */
function asked(content: unknown): Step[] {
  if (typeof content === 'string') return [{ kind: 'asked', texts: [content] }];
  return objects(content).map((block): Step => {
    if (block['type'] !== 'tool_result') return { kind: 'asked', texts: [string(block['text'])] };
    return { kind: 'answered', id: string(block['tool_use_id']), texts: textsOf(block['content']) };
  });
}
