import { openTestProjection, storedHead, type ProjectionUnderTest, writeOf } from './projection-under-test';

let test: ProjectionUnderTest;
beforeAll(async () => {
  test = await openTestProjection();
});
afterAll(() => test.close());

const odd = { tenant: 't\0', conversation: 'one' };
const calm = { tenant: 't', conversation: 'other' };

/** Saves both conversations, the first one as it comes through `partition`. */
async function save(partition: number): Promise<unknown> {
  return test.store.inBatch(await test.claim(partition), async (batch) => {
    await batch.lockHeads([odd, calm]);
    const through = writeOf(storedHead(odd), { partition });
    return batch.save([through, writeOf(storedHead(calm), { partition: 0 })]);
  });
}

it('answers, and notes the time of, conversations that came through another partition than before', async () => {
  const noted = () =>
    test.owner.query('SELECT conversation FROM conversation_heads WHERE mixed_at IS NOT NULL');
  expect(await save(0)).toEqual([]);
  expect(await save(0)).toEqual([]);
  expect(await noted()).toEqual([]);
  expect(await save(1)).toEqual([odd]);
  expect(await save(1)).toEqual([]);
  expect(await save(0)).toEqual([odd]);
  expect(await noted()).toEqual([{ conversation: 'one' }]);
});
