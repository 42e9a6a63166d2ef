import { chat, type ConversationClient, type Message, type Served } from '../../support/conversation-client';
import { expectSound } from './support/expect-sound';
import { onEachLog } from './support/on-each-log';

jest.setTimeout(120_000);

/** A question, a call with a long result, an answer. */
function searched(turn: number): Message[] {
  const tool_calls = [{ id: `c${turn}`, type: 'function', function: { name: 'search', arguments: '{}' } }];
  return [
    { role: 'user', content: `question ${turn}` },
    { role: 'assistant', content: null, tool_calls },
    { role: 'tool', tool_call_id: `c${turn}`, content: `result ${turn} `.repeat(200) },
    { role: 'assistant', content: `answer ${turn}` },
  ];
}

/** The events whose own bytes are shown. */
const shownBy = ({ segments }: Served): Set<string> =>
  new Set(segments.filter(({ kind }) => kind === 'message').map(({ event }) => event));

/** Keeps every context that it fetches, and holds it against those before. */
class Onlooker {
  readonly contexts: Served[] = [];
  private readonly gone = new Set<string>();

  constructor(private readonly conversation: ConversationClient) {}

  /** Fails where a message is shown that was there before, and was not shown then. */
  async look(request: { readonly after?: string } = {}): Promise<Served> {
    const served = await this.conversation.context(request);
    const shown = shownBy(served);
    expect([...shown].filter((id) => this.gone.has(id))).toEqual([]);
    for (const { id } of await this.conversation.messages()) if (!shown.has(id)) this.gone.add(id);
    this.contexts.push(served);
    return served;
  }

  /** What was served before is served again for its position. */
  async expectSameAsBefore(): Promise<void> {
    for (const { position, sha256 } of this.contexts) {
      expect(await this.conversation.context({ at: position })).toMatchObject({ position, sha256 });
    }
  }
}

onEachLog('a cut that is recorded late, after newer messages came', (world) => {
  it.each([
    {
      what: 'older messages',
      policy: { preset: 'hpd-counting', targetMessageCount: 4, summarizationThreshold: 1 },
      turn: (at: number) => chat(2 * at, 2),
      recordedBy: 'CheckpointCreated',
    },
    {
      what: 'results of tools',
      policy: { toolResults: { keepRecent: 1, placeholder: '[Omitted {ref}]' } },
      turn: searched,
      recordedBy: 'ToolResultsFiltered',
    },
  ])('brings nothing back of $what', async ({ policy, turn, recordedBy }) => {
    await world().start('projector', 'context-builder');
    const conversation = world().conversation();
    await conversation.assign(policy);
    const onlooker = new Onlooker(conversation);
    const TURNS = 6;
    let messages = 0;
    const say = async (at: number): Promise<void> => {
      const { cursor } = await conversation.append(turn(at));
      messages += turn(at).length;
      await onlooker.look({ after: cursor });
    };

    for (let at = 0; at < TURNS; at += 1) await say(at);
    expect(await conversation.journal(recordedBy)).toEqual([]);
    expect((await conversation.state()).dueWork).not.toEqual([]);
    const before = await onlooker.look();
    expect(shownBy(before).size).toBeLessThan(messages);

    await world().start('summarizer');
    await conversation.settled(messages);
    const recorded = await conversation.journal(recordedBy);
    expect(recorded.length).toBeGreaterThan(0);
    expect(recorded.every(({ status, position }) => status === 'applied' && position > before.position)).toBe(
      true,
    );
    const after = await onlooker.look();
    expect(after.sha256).toBe(before.sha256);

    for (let at = TURNS; at < 2 * TURNS; at += 1) await say(at);
    await conversation.settled(messages);
    await onlooker.look();
    await onlooker.expectSameAsBefore();
    expect(world().openai.calls).toEqual([]);
    await expectSound(world());
  });
});
