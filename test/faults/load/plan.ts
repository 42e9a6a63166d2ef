import type { Random } from '../world/random';
import { canaryOf } from './truth';

/** An OpenAI chat message, as producers write them. */
export type ChatMessage = Readonly<Record<string, unknown>> & { readonly role: string };

export interface PlannedMessage {
  /** Unique in its conversation only: every conversation's producer counts alike. */
  readonly id: string;
  readonly message: ChatMessage;
}

/** What one producer says at once in one conversation; a call and its results are always in the same turn. */
export interface Turn {
  readonly tenant: string;
  readonly conversation: string;
  readonly producer: string;
  readonly messages: readonly PlannedMessage[];
}

export interface PlanOptions {
  readonly events: number;
  readonly tenants: readonly string[];
  /** Of each tenant; the tenants' conversations have the same names. */
  readonly conversations: number;
  readonly producers: readonly string[];
}

/** Of the conversations so many are written by two producers in turns. */
const SHARED = 0.25;

/** Round by round, so that every conversation goes on all the time. */
export function planTurns(options: PlanOptions, random: Random): readonly Turn[] {
  const speakers = options.tenants.flatMap((tenant) =>
    Array.from({ length: options.conversations }, (_, index) => {
      const first = random.pick(options.producers);
      const producers = random.chance(SHARED) ? [first, random.pick(options.producers)] : [first];
      return { tenant, conversation: `chat-${index}`, producers };
    }),
  );
  const turns: Turn[] = [];
  for (let round = 0, events = 0; events < options.events; round += 1) {
    for (const { tenant, conversation, producers } of speakers) {
      const producer = producers[round % producers.length] ?? '';
      const turn = { tenant, conversation, producer, messages: turnOf(tenant, producer, round, random) };
      turns.push(turn);
      events += turn.messages.length;
    }
  }
  return turns;
}

function turnOf(tenant: string, producer: string, round: number, random: Random): PlannedMessage[] {
  const question = `${canaryOf(tenant)} question ${round}: ${words(random, 5, 60)}`;
  const calls = Array.from({ length: random.int(0, 3) }, (_, index) => callOf(round, index, random));
  const said: ChatMessage[] = [
    { role: 'user', content: question },
    ...(calls.length === 0 ? [] : [{ role: 'assistant', content: null, tool_calls: calls }]),
    ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: outputOf(random) })),
    { role: 'assistant', content: `answer ${round}: ${words(random, 3, 80)}` },
  ];
  return said.map((message, index) => ({ id: `${producer}-${round}-${index}`, message }));
}

/** Every third round uses the ids of calls again. */
function callOf(round: number, index: number, random: Random) {
  const id = round % 3 === 0 ? `call-${index}` : `call-${round}-${index}`;
  return { id, type: 'function', function: { name: 'look_up', arguments: `{"at":${random.int(0, 999)}}` } };
}

/** Mostly a paragraph, now and then a file of up to 40,000 characters. */
function outputOf(random: Random): string {
  if (random.chance(0.03)) return words(random, 2_000, 6_000);
  return random.chance(0.2) ? words(random, 200, 700) : words(random, 5, 60);
}

const vocabulary =
  'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november'.split(' ');

function words(random: Random, from: number, to: number): string {
  const length = random.int(from, to);
  return Array.from({ length }, () => random.pick(vocabulary)).join(' ');
}
