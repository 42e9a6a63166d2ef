import type { ConversationReader, StoredEvent } from '@verbatim/conversation-store';
import { foldedSource } from '../../../apps/context-builder/serving/folded-source';
import { ContextRig } from './context-rig';

const call = (id: string) => ({ id, type: 'function', function: { name: 'search', arguments: '{}' } });

const chat = [
  { role: 'system', content: 'Be brief.' },
  { role: 'tool', tool_call_id: 'early', content: 'came before its call' },
  ...Array.from({ length: 8 }, (_, index) => [
    { role: 'user', content: `question ${index}` },
    { role: 'assistant', content: null, tool_calls: [call(`c${index}`), call(index === 5 ? 'early' : 'c0')] },
    { role: 'tool', tool_call_id: `c${index}`, content: `result ${index}` },
    { role: 'robot', content: 'no message' },
  ]).flat(),
];

/** A reader of a journal in memory, as far as folding reads it. */
function readerOf(journal: readonly string[]): ConversationReader {
  const stored = journal.map((text, index): Partial<StoredEvent> => ({
    position: index + 1,
    payload: Buffer.from(text),
    headers: null,
    log: null,
    recordKey: null,
  }));
  const events = (_: unknown, after: number, through: number) =>
    Promise.resolve(stored.slice(after, through));
  const discards = () => Promise.resolve([]);
  return { events, discards } as Partial<ConversationReader> as ConversationReader;
}

it('a conversation in memory gives the source that the context-builder folds from its journal', async () => {
  const rig = new ContextRig();
  const conversation = rig.conversation('c');
  const tokens = {
    counter: rig.counter,
    encoding: 'o200k_base',
    provider: 'openai',
    model: 'gpt-4o',
    target: 'openai-chat',
  } as const;
  conversation.assign({
    preset: 'agentkit',
    summarization: { triggerAt: 8, keepRecent: 2 },
    toolResults: { keepRecent: 1 },
  });
  for (const message of chat) {
    await conversation.append(JSON.stringify(message));
    conversation.settle();
    const key = { tenant: 'default', conversation: 'c' };
    const folded = await foldedSource(readerOf(conversation.journal), key, conversation.position, [], tokens);
    expect(await conversation.source(tokens)).toEqual(folded);
  }
  expect(conversation.ws.head.checkpoints).toBeGreaterThan(2);
});
