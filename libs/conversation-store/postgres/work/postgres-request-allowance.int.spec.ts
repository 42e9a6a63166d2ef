import type { Database } from '@verbatim/postgres';
import type { AllowanceLimits } from '../../work/request-allowance';
import { type StoreUnderTest, storeUnderTest } from '../testing/store-under-test';
import { PostgresRequestAllowance } from './postgres-request-allowance';

const account = { tenant: 'ten\0ant', summarizer: 'openai:m' };
const threeRequests: AllowanceLimits = { requests: 3, input: null, output: null };
const small = { input: 10, output: 10 };

let store: StoreUnderTest;
let one: PostgresRequestAllowance;
let other: PostgresRequestAllowance;

beforeAll(async () => {
  store = await storeUnderTest();
  const databases: Database[] = [
    await store.as('verbatim_summarizer'),
    await store.as('verbatim_summarizer'),
  ];
  [one, other] = databases.map((database) => new PostgresRequestAllowance(database)) as [
    typeof one,
    typeof one,
  ];
}, 60_000);

afterAll(() => store.close());

beforeEach(async () => {
  await store.database.query('TRUNCATE summarizer_requests');
});

const age = (seconds: number) =>
  store.database.query('UPDATE summarizer_requests SET made_at = made_at - make_interval(secs => $1)', [
    seconds,
  ]);

async function reserved(allowance: PostgresRequestAllowance, limits: AllowanceLimits, wanted = small) {
  const reservation = await allowance.reserve(account, limits, wanted);
  if (reservation.kind !== 'reserved') throw new Error(`${reservation.seconds} s to wait`);
  return reservation.id;
}

it('lets the fourth request in a minute wait, whichever of two processes asks', async () => {
  await reserved(one, threeRequests);
  await age(20);
  await reserved(other, threeRequests);
  await reserved(one, threeRequests);
  for (const allowance of [one, other]) {
    const answer = await allowance.reserve(account, threeRequests, small);
    expect(answer).toMatchObject({ kind: 'wait' });
    expect(answer.kind === 'wait' && Math.ceil(answer.seconds)).toBe(40);
  }
  await age(40);
  await reserved(other, threeRequests);
  await expect(one.reserve(account, threeRequests, small)).resolves.toMatchObject({ kind: 'wait' });
});

it('never lets more through than the limit, however many ask at once', async () => {
  const asked = Array.from({ length: 20 }, (_, index) =>
    (index % 2 === 0 ? one : other).reserve(account, threeRequests, small),
  );
  const answers = await Promise.all(asked);
  expect(answers.filter(({ kind }) => kind === 'reserved')).toHaveLength(3);
});

it('limits tokens in and out', async () => {
  const limits = { requests: null, input: 4000, output: 1000 };
  await reserved(one, limits, { input: 3000, output: 100 });
  await expect(one.reserve(account, limits, { input: 1001, output: 1 })).resolves.toMatchObject({
    kind: 'wait',
  });
  await expect(one.reserve(account, limits, { input: 1, output: 901 })).resolves.toMatchObject({
    kind: 'wait',
  });
  await reserved(other, limits, { input: 1000, output: 900 });
});

it('counts what a request really took once that is known', async () => {
  const limits = { requests: null, input: null, output: 1000 };
  const id = await reserved(one, limits, { input: 0, output: 900 });
  await expect(one.reserve(account, limits, { input: 0, output: 500 })).resolves.toMatchObject({
    kind: 'wait',
  });
  await one.correct(id, { input: 0, output: 100 });
  await reserved(other, limits, { input: 0, output: 900 });
});

it('lets what is over a limit on its own through, alone', async () => {
  const limits = { requests: null, input: 100, output: null };
  await reserved(one, limits, { input: 500, output: 0 });
  await expect(one.reserve(account, limits, { input: 1, output: 0 })).resolves.toMatchObject({
    kind: 'wait',
  });
});

it('counts each tenant and each summariser apart', async () => {
  const single = { requests: 1, input: null, output: null };
  await reserved(one, single);
  for (const apart of [
    { ...account, tenant: 'other' },
    { ...account, summarizer: 'openai:n' },
  ]) {
    await expect(one.reserve(apart, single, small)).resolves.toMatchObject({ kind: 'reserved' });
  }
});
