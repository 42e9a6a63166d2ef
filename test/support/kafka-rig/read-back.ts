import { isDeepStrictEqual } from 'node:util';
import {
  ConversationClient,
  type Checkpoint,
  type JournalItem,
  type Message,
  type State,
} from '../conversation-client';
import { settled } from './operations';
import type { Published, PublishedMessage } from './turns';

/** A conversation as the API shows it. */
export interface ReadBack {
  readonly conversation: string;
  readonly state: State;
  readonly journal: readonly JournalItem[];
  readonly messages: readonly { readonly id: string; readonly position: number; readonly message: Message }[];
  readonly checkpoints: readonly Checkpoint[];
}

/** Every conversation, by its id, when all is projected and no work is due. */
export async function readAllBack(url: string, published: Published): Promise<Map<string, ReadBack>> {
  await settled(url);
  const found = new Map<string, ReadBack>();
  for (const name of published.conversations) found.set(name, await readBack(url, name));
  return found;
}

async function readBack(url: string, conversation: string): Promise<ReadBack> {
  const client = new ConversationClient(url, conversation);
  return {
    conversation,
    state: await client.state(),
    journal: await client.journal(),
    messages: await client.messages(),
    checkpoints: await client.checkpoints(),
  };
}

/** What is not as it was published, in sentences. */
export function brokenHistory(
  { conversation, state, journal, messages, checkpoints }: ReadBack,
  all: Published,
): string[] {
  const published = all.of(conversation);
  const broken: string[] = [];
  const expect = (holds: boolean, otherwise: string): void => void (holds || broken.push(otherwise));

  expect(
    journal.every(({ position }, index) => position === index + 1),
    'positions have gaps',
  );
  expect(new Set(journal.map(({ id }) => id)).size === journal.length, 'an event is there twice');
  const unapplied = journal.filter(({ status }) => status !== 'applied');
  broken.push(...unapplied.map(({ id, status, error }) => `event ${id} is ${status}: ${error?.code}`));
  expect(state.conflicts === 0, `${state.conflicts} conflicts`);

  for (const [producer, expected] of byProducer(published)) {
    const found = messages.filter(({ id }) => producerOf(id) === producer);
    const isSame = isDeepStrictEqual(
      found.map(({ id, message }) => ({ id, message })),
      expected.map(({ id, message }) => ({ id, message })),
    );
    expect(isSame, `what ${producer} published is not what is there, once each and in its order`);
  }
  expect(messages.length === published.length, `${messages.length} messages, not ${published.length}`);

  const covered = checkpoints
    .filter(({ status }) => status === 'active')
    .map((checkpoint) => checkpoint.messages)
    .toSorted((a, b) => a.from - b.from);
  const overlaps = covered.some(({ from }, index) => index > 0 && from < (covered[index - 1]?.to ?? 0));
  expect(!overlaps, `checkpoints overlap: ${JSON.stringify(covered)}`);
  const hidden = covered.reduce((sum, { from, to }) => sum + to - from, 0);
  expect(
    state.live + hidden === published.length,
    `${state.live} live and ${hidden} summarised messages are not ${published.length}`,
  );
  return broken.map((rule) => `${conversation}: ${rule}`);
}

function byProducer(published: readonly PublishedMessage[]): Map<string, PublishedMessage[]> {
  const groups = new Map<string, PublishedMessage[]>();
  for (const message of published) {
    const name = producerOf(message.id);
    groups.set(name, [...(groups.get(name) ?? []), message]);
  }
  return groups;
}

function producerOf(id: string): string {
  return id.slice(0, id.indexOf('-'));
}
