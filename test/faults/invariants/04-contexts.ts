import { formatNames, type FormatName } from '@verbatim/conversation';
import { format } from '@verbatim/formats';
import type { Database } from '@verbatim/postgres';
import { brokenRules, tokensOfText } from '../../data/check-context';
import { readBody } from '../../support/in-process/bodies';
import type { Message, Served } from '../../support/api-shapes';
import type { Invariant } from '../contract';
import type { ServedCall } from '../load/truth';
import type { Evidence } from './evidence';
import { Examination, named } from './examination';
import { groupBy } from './lists';

/** A message of the journal; null where it is not in the format of OpenAI's chat. */
interface Said {
  readonly id: string;
  readonly position: number;
  readonly message: Message | null;
}

export const contexts = {
  number: 4,
  name: 'contexts',
  holds: 'every context served was valid for its target, within its budget, and split no group',
  async check({ truth, database }: Pick<Evidence, 'truth' | 'database'>) {
    const examination = new Examination();
    for (const calls of groupBy(truth.served, named).values()) {
      const said = await messagesOf(database, calls);
      for (const call of calls) {
        const problems = [...(await wrongBody(call)), ...(await wrongMessages(call, said))];
        examination.look(
          ...problems.map((problem) => `${named(call)}: ${call.target} of ${call.callId}: ${problem}`),
        );
      }
    }
    return examination.finding();
  },
} satisfies Invariant;

/** What is wrong with it for its provider; groups and texts are told by the rig's own reading of each format. */
async function wrongBody({ target, body, tokens, budget }: ServedCall): Promise<string[]> {
  const name = targetOf(target);
  const text = body.toString();
  const violations = format(name).check(JSON.parse(text));
  const { broken, texts } = readBody(name, text);
  let counted = 0;
  for (const each of texts) counted += await tokensOfText(each);
  return [
    ...violations.map(({ rule, index, detail }) => `${rule} at ${index}: ${detail}`),
    ...broken,
    ...(counted <= tokens ? [] : [`${counted} tokens of text, it says ${tokens}`]),
    ...(tokens > budget ? [`${tokens} tokens, its budget is ${budget}`] : []),
  ];
}

/** Whether it holds what it had to, and shows what was said. */
async function wrongMessages(call: ServedCall, all: readonly Said[]): Promise<string[]> {
  const { after, position, target, answer, body, budget } = call;
  const shown = all.filter((message) => message.position <= position);
  const problems: string[] = [];
  if (after !== null && all.some(({ id }) => id === after) && !shown.some(({ id }) => id === after))
    problems.push(`it was to hold ${after} and ends at ${position}, before that`);
  if (target !== 'openai-chat' || answer === null) return problems;
  const said = new Map(shown.flatMap(({ id, message }) => (message ? [[id, message] as const] : [])));
  if (said.size < shown.length) return problems;
  const served = { ...call, ...answer, body: JSON.parse(body.toString()) } as Served;
  return [...problems, ...(await brokenRules(served, { said, budget }))];
}

async function messagesOf(database: Database, [first]: readonly ServedCall[]): Promise<Said[]> {
  const rows = await database.query<{ event_id: string; position: string; payload: Buffer | null }>(
    `SELECT event_id, position, payload FROM journal
     WHERE tenant = $1 AND conversation = $2 AND type = 'MessageAppended' AND ignored_code IS NULL ORDER BY position`,
    [first?.tenant, first?.conversation],
  );
  return rows.map(({ event_id, position, payload }) => ({
    id: event_id,
    position: Number(position),
    message: chatMessage(payload),
  }));
}

function chatMessage(payload: Buffer | null): Message | null {
  const { data } = JSON.parse(payload?.toString() ?? '{}') as {
    data?: Message & { parts?: unknown; format?: unknown };
  };
  return data?.role === undefined || data.parts !== undefined || data.format !== undefined ? null : data;
}

function targetOf(name: string): FormatName {
  const target = formatNames.find((each) => each === name);
  if (target === undefined) throw new Error(`${name} is no target`);
  return target;
}
