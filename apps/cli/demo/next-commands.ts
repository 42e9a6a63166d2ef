import { MODEL } from './observed-conversation';

/** Commands to go on with; those on this conversation only where its data are kept. */
export function nextCommands(
  {
    directory,
    conversation,
    call,
  }: { readonly directory: string; readonly conversation: string; readonly call: string },
  kept: boolean,
): readonly (readonly [command: string, does: string])[] {
  const data = kept ? ` --data ${directory}` : '';
  const id = kept ? conversation : 'ID';
  const own: readonly (readonly [string, string])[] = [
    ['npx verbatim import FILE', 'a conversation of yours: OpenAI chat messages, JSON or JSONL'],
    [`npx verbatim policy assign ${id} agentkit`, 'how it is to be reduced'],
  ];
  return [
    kept
      ? [`npx verbatim serve${data}`, 'serve these data again; then, in another terminal:']
      : ['npm start', 'the services on http://127.0.0.1:8080; then, in another terminal:'],
    ...(kept ? [] : own),
    [`npx verbatim context ${id} --model ${MODEL}${data}`, 'the context of its next call'],
    [`npx verbatim calls ${id}${data}`, 'every context that was served'],
    [`npx verbatim audit show ${kept ? call : 'CALL'}${data}`, 'what one of them saw'],
    [`npx verbatim audit verify --all${data}`, 'the proof of all'],
    ...(kept
      ? []
      : ([
          ['npm run demo -- FILE', 'this, on a conversation of yours'],
          ['npm run demo -- --keep', 'this, and its data stay to look at'],
        ] as const)),
  ];
}
