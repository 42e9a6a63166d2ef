import type { Configuration } from '@verbatim/platform';
import { MODEL } from './observed-conversation';

type Commands = readonly (readonly [command: string, does: string])[];

/** To go on with data of one's own. */
export const freshStart: Commands = [
  ['verbatim serve', 'the services on http://127.0.0.1:8080; then, in another terminal:'],
  ['verbatim import FILE', 'a conversation of yours: OpenAI chat messages, JSON or JSONL'],
  ['verbatim policy assign ID agentkit', 'how it is to be reduced'],
  ...questions('ID', ''),
  ['verbatim demo FILE', 'this, on a conversation of yours'],
  ['verbatim demo --keep', 'this, and its data stay to look at'],
];

/** To look at what a demonstration left in a folder. */
export function keptStart(
  directory: string,
  { brokers, prefix }: Configuration['kafka'],
  conversation: string,
): Commands {
  const data = ` --data ${quoted(directory)}`;
  const serve = `verbatim serve${data}`;
  const again =
    brokers === undefined ? serve : `VERBATIM_KAFKA_PREFIX=${prefix} ${serve} --kafka ${brokers.join(',')}`;
  return [
    [again, 'serve these data again; then, in another terminal:'],
    ...questions(quoted(conversation), data),
  ];
}

function questions(id: string, data: string): Commands {
  return [
    [`verbatim context ${id} --model ${MODEL}${data}`, 'the context of its next call'],
    [`verbatim calls ${id}${data}`, 'every context that was served'],
    [`verbatim saw ${id} last${data}`, 'what the newest of them saw, and what was hidden and why'],
    [`verbatim audit verify --all${data}`, 'the proof of all'],
  ];
}

/** As a shell takes it for one word. */
function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
