import { contexts } from './04-contexts';
import { receipts } from './07-receipts';
import type { ServedCall } from '../load/truth';
import { smallWorld, type SmallWorld } from './testing/small-world';

jest.setTimeout(120_000);

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

/** The first context of a target as if the runtime had received something else. */
function receivedAs(target: string, change: (call: ServedCall) => Partial<ServedCall>) {
  const call = world.truth.served.find((each) => each.target === target);
  if (call === undefined) throw new Error(`no context of ${target} was served`);
  return {
    ...world,
    truth: { ...world.truth, served: [{ ...call, ...change(call) }] } as SmallWorld['truth'],
  };
}

function edited({ body }: ServedCall, from: string | RegExp, to: string): Pick<ServedCall, 'body'> {
  return { body: Buffer.from(body.toString().replace(from, to)) };
}

test('a world that is well shows nothing, and is looked at', async () => {
  expect(await contexts.check(world)).toEqual({ checked: 20, problems: [] });
  expect(await receipts.check(world)).toEqual({ checked: 20, problems: [] });
});

test.each([
  ['openai-chat', /,\{[^{}]*"role":"tool"[^{}]*\}/],
  ['anthropic', /"type":"tool_result","tool_use_id":"call-0"/],
] as const)('a result that is missing in a context of %s', async (target, result) => {
  const spoilt = receivedAs(target, (call) =>
    edited(call, result, target === 'anthropic' ? '"type":"tool_result","tool_use_id":"call-9"' : ''),
  );
  const { problems } = await contexts.check(spoilt);
  expect(problems).toContainEqual(expect.stringMatching(/no result of call-0 before/));
});

test('a context over its budget, one that ends too early, and one that says something else', async () => {
  expect((await contexts.check(receivedAs('anthropic', () => ({ budget: 10 })))).problems).toEqual([
    expect.stringMatching(/ \d+ tokens, its budget is 10$/),
  ]);
  expect((await contexts.check(receivedAs('anthropic', () => ({ position: 1 })))).problems).toEqual([
    expect.stringMatching(/it was to hold http-0-3 and ends at 1, before that$/),
  ]);
  const changed = receivedAs('openai-chat', (call) => edited(call, 'answer 0', 'answer x'));
  expect((await contexts.check(changed)).problems).toContainEqual(
    expect.stringMatching(/message 3 \(message of http-0-3\) is not what was said$/),
  );
});

test('bytes that are not those on receipt, and a context without a receipt', async () => {
  const { problems } = await receipts.check(
    receivedAs('openai-chat', (call) => edited(call, 'answer 0', 'answer x')),
  );
  expect(problems.map((problem) => problem.replaceAll(/\b[0-9a-f-]{36,64}\b/g, 'X'))).toEqual([
    'one/chat: call X: the bytes received hash to X, the answer said X',
    'one/chat: call X: the bytes received hash to X, the receipt says X',
    'one/chat: call X: made again by segments its bytes are not those received',
    'one/chat: call X: made again by fold its bytes are not those received',
  ]);
  expect((await receipts.check(receivedAs('openai-chat', () => ({ callId: 'another' })))).problems).toEqual([
    'one/chat: the context another has no receipt',
  ]);
});

test('a stored segment that was cut', async () => {
  await world.database.query(
    `UPDATE segments SET bytes = substring(bytes FROM 2) WHERE tenant = 'two' AND position('question 4' IN encode(bytes, 'escape')) > 0`,
  );
  expect((await receipts.check(world)).problems).toContainEqual(
    expect.stringMatching(/^two\/chat: call \S+: \{.*"segments":"differs"/),
  );
});
