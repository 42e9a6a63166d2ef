import { discardsOf } from './discard';

const record = (fields: object) => ({
  value: Buffer.from(JSON.stringify({ type: 'EventDiscarded', subject: 'c', ...fields })),
  headers: {},
  key: null,
  origin: 'log/0/7',
});
const given = (event: string, reason: string) => ({ event, position: 3, reason });

test('of several for one event the first counts; what is no valid EventDiscarded gives nothing up', () => {
  const discards = discardsOf([
    record({ id: 'd1', data: given('e1', 'first') }),
    record({ id: 'd2', data: given('e1', 'second') }),
    record({ data: given('e2', 'without an id') }),
    record({ id: 'd3', data: { event: 'e3' } }),
    record({ id: 'd4', dataversion: 2, data: given('e4', 'newer') }),
    record({ id: 'd5', type: 'CheckpointRevoked', data: { ...given('e5', 'other'), checkpoint: 'c' } }),
  ]);
  expect([...discards]).toEqual([
    ['e1', { event: 'e1', by: 'd1', reason: 'first' }],
    ['e2', { event: 'e2', by: 'log/0/7', reason: 'without an id' }],
  ]);
});
