import type { Message } from '../support/conversation-client';

/** A conversation that may be slow to serve, as chat messages. */
export interface Case {
  readonly name: string;
  readonly messages: readonly Message[];
  readonly policy?: object;
  /** Summaries are this long. */
  readonly summaryLength?: number;
}

const SENTENCE = 'The quick brown "fox" jumps over\nthe lazy dog, é ü 漢字; ';

export function textOfLength(length: number, salt = 0): string {
  return `${salt} ${SENTENCE.repeat(Math.ceil(length / SENTENCE.length))}`.slice(0, length);
}

/** A PNG of a size, as far as its header goes. */
function pngDataUrl(characters: number): string {
  const png = Buffer.alloc(Math.floor((characters * 3) / 4), 0xa7);
  Buffer.from('89504e470d0a1a0a0000000d49484452000004000000030008060000', 'hex').copy(png);
  return `data:image/png;base64,${png.toString('base64')}`;
}

const user = (content: unknown): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });

function calls(callIds: readonly string[]): Message {
  const toolCalls = callIds.map((id) => ({
    id,
    type: 'function',
    function: { name: 'search', arguments: `{"query": "${id}", "limit": 1.0}` },
  }));
  return { role: 'assistant', content: null, tool_calls: toolCalls };
}

function results(callIds: readonly string[], length: number): Message[] {
  return callIds.map((id, at) => ({ role: 'tool', tool_call_id: id, content: textOfLength(length, at) }));
}

function idsOf(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `call_${prefix}_${at}`);
}

/** `rounds` of a call and its result, after a question. */
function toolRounds(rounds: number, length: number): Message[] {
  return [user('Go.'), ...idsOf('r', rounds).flatMap((id) => [calls([id]), ...results([id], length)])];
}

function chat(turns: number, length: number): Message[] {
  return Array.from({ length: turns }, (_, at) =>
    at % 2 === 0 ? user(textOfLength(length, at)) : assistant(textOfLength(length, at)),
  );
}

export const cases: readonly Case[] = [
  { name: '200 messages of 500 characters', messages: chat(200, 500) },
  { name: '200 messages, results of 20 KB', messages: toolRounds(100, 20_000) },
  {
    name: 'one message of 256 parts',
    messages: [
      user(Array.from({ length: 256 }, (_, at) => ({ type: 'text', text: textOfLength(1500, at) }))),
    ],
  },
  {
    name: 'an image of 0.9 MB',
    messages: [
      user([
        { type: 'text', text: 'What is it?' },
        { type: 'image_url', image_url: { url: pngDataUrl(900_000) } },
      ]),
      ...chat(21, 500).slice(1),
    ],
  },
  {
    name: '100 parallel calls',
    messages: [user('Go.'), calls(idsOf('p', 100)), ...results(idsOf('p', 100), 2000), assistant('Done.')],
  },
  {
    name: '4 turns of 50 calls, results omitted',
    policy: { preset: 'window-only', toolResults: { keepRecent: 3 } },
    messages: ['a', 'b', 'c', 'd'].flatMap((turn) => [
      user(`Go ${turn}.`),
      ...idsOf(turn, 25).flatMap((id) => [calls([id, `${id}_2`]), ...results([id, `${id}_2`], 1000)]),
      assistant('Done.'),
    ]),
  },
  {
    name: 'a turn of 120 calls of 7 KB, half of the results omitted',
    policy: { preset: 'window-only', toolResults: { keepRecent: 60 } },
    messages: [user('Go.'), calls(idsOf('h', 120)), ...results(idsOf('h', 120), 7000), assistant('Done.')],
  },
  {
    name: 'a system prompt of 200 KB',
    messages: [{ role: 'system', content: textOfLength(200_000) }, ...chat(20, 500)],
  },
  {
    name: '20 summaries of 10 KB',
    messages: chat(200, 500),
    policy: {
      preset: 'hpd-summarizing',
      targetMessageCount: 12,
      summarizationThreshold: 8,
      useSingleSummary: false,
    },
    summaryLength: 10_000,
  },
];
