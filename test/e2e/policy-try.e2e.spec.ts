import type { Trial } from '../../apps/context-builder/trial/trial-schema';
import {
  call,
  ConversationClient,
  type Message,
  type Served,
  type State,
} from '../support/conversation-client';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(60_000);

let services: RunningServices;

beforeAll(async () => {
  services = await startServices();
});

afterAll(() => services.stop());

/** A turn of an agent: a question, two tool calls with long results, an answer. */
function turn(number: number): Message[] {
  const calls = ['a', 'b'].map((letter) => ({
    id: `call-${number}-${letter}`,
    type: 'function' as const,
    function: { name: 'look', arguments: `{"at":${number}}` },
  }));
  const results = calls.map(({ id }, index) => ({
    role: 'tool',
    tool_call_id: id,
    content: `Result ${number}.${index}: ${`order ORD-${number}${index} was sent on 2026-03-0${(number % 9) + 1}. `.repeat(12)}`,
  }));
  const asked = { role: 'user', content: `Question ${number}: where is order ORD-${number}0?` };
  const said = {
    role: 'assistant',
    content: `Answer ${number}: it was sent, see ORD-${number}0. `.repeat(4),
  };
  return [asked, { role: 'assistant', content: null, tool_calls: calls }, ...results, said] as Message[];
}

const turns = (count: number): Message[] => Array.from({ length: count }, (_, at) => turn(at)).flat();

/** A conversation under no policy of its own, with a call that a later prefix is measured by. */
async function conversation(messages = turns(8)): Promise<ConversationClient> {
  const made = new ConversationClient(services.url);
  await made.append([{ role: 'system', content: 'You help with orders.' }, ...messages]);
  await made.settled(messages.length + 1);
  await made.context();
  return made;
}

async function attempt(made: ConversationClient, request: object) {
  const path = `/v1/conversations/${encodeURIComponent(made.id)}/policy/try`;
  return call<Trial & { code: string; detail: string }>(services.url, 'POST', path, {
    model: 'gpt-4o',
    ...request,
  });
}

type Answered = Served & { readonly prefix: { readonly sameTokens: number; readonly sameBytes: number } };

/** What a trial says of a context, read off one that was really served. */
function figuresOf({ tokens, segments, prefix, body, degraded }: Answered) {
  return {
    tokens,
    messages: new Set(segments.map(({ event }) => event)).size,
    summaries: segments.filter(({ kind }) => kind === 'summary').length,
    omissions: body.messages.filter(
      ({ role, content }) => role === 'tool' && String(content).startsWith('[gone'),
    ).length,
    prefix,
    degraded,
  };
}

const summarised = { preset: 'agentkit', summarization: { triggerAt: 20, keepRecent: 8, retriggerAt: 12 } };

const policies: readonly [string, object, (then: NonNullable<Trial['then']['shown']>) => boolean][] = [
  ['summaries', summarised, ({ summaries }) => summaries === 1],
  [
    'omissions',
    { toolResults: { keepRecent: 3, placeholder: '[gone]' } },
    ({ omissions, summaries }) => omissions === 13 && summaries === 0,
  ],
  [
    'summaries, omissions and a plugin',
    {
      ...summarised,
      toolResults: { keepRecent: 1, placeholder: '[gone]' },
      plugins: [{ name: 'token-budget', options: { tokenBudget: 900 } }],
    },
    ({ summaries, omissions }) => summaries === 1 && omissions > 0,
  ],
  [
    'cuts without summaries',
    { history: { kind: 'checkpoints', summary: 'none', triggerAt: 20, keepRecent: 8, retriggerAt: 12 } },
    ({ cuts, summaries }) => cuts > 20 && summaries === 0,
  ],
  ['a short window', { window: { maxMessages: 6 } }, ({ cuts }) => cuts > 30],
  [
    'topics and bulks',
    {
      preset: 'agent-zero',
      contextLength: 1000,
      contextHistoryRatio: 0.5,
      limitRequests: null,
      limitInput: null,
      limitOutput: null,
    },
    ({ summaries, shortened }) => summaries + shortened > 0,
  ],
];

test.each(policies)(
  'a trial of %s says what is shown once the policy is assigned',
  async (_, document, isTold) => {
    const made = await conversation();
    const { status, body: trial } = await attempt(made, { document });
    expect([status, trial.work.complete]).toEqual([200, true]);
    const before = (await made.context()) as Answered;
    const { shown } = trial.then;
    expect([isTold(shown ?? raise('nothing would be shown')), shown]).toEqual([true, shown]);
    expect(trial.now.shown).toMatchObject({ ...figuresOf(before), omissions: 0 });

    await made.assign(document);
    const { messages } = await made.state();
    await made.settled(
      messages,
      (state) => (state as State & { policy: { origin: string } }).policy.origin === 'assigned',
    );
    expect(shown).toMatchObject(figuresOf((await made.context()) as Answered));
    const published = (await made.journal()).filter(({ position }) => position > trial.position + 1);
    expect(trial.work.events).toBe(published.length);
    expect(trial.work.summaries.every(({ simulated }) => !simulated)).toBe(true);
  },
);

test('a trial changes nothing: no event, no receipt, no policy', async () => {
  const made = await conversation();
  const seen = async () => ({
    journal: await made.journal(),
    state: await made.state(),
    calls: (await call(services.url, 'GET', `/v1/conversations/${made.id}/calls`)).text,
    policies: (await call(services.url, 'GET', '/v1/policies')).text,
  });
  const before = await seen();
  expect((await attempt(made, { name: 'agentkit' })).status).toBe(200);
  expect((await attempt(made, { document: summarised })).status).toBe(200);
  expect(await seen()).toEqual(before);
});

function raise(problem: string): never {
  throw new Error(problem);
}
