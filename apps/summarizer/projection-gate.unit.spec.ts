import type { Lease } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS, type LogPosition } from '@verbatim/event-log';
import { ProjectionGate } from './projection-gate';

const lease: Lease = {
  tenant: 't',
  conversation: 'c',
  mechanism: 'history',
  attempt: 0,
  token: 1,
  failures: 0,
};
const signal = new AbortController().signal;

/** A partition, and where its projector goes on; both may be moved. */
function partition(state: { low: number; high: number; next: number }) {
  const at = (offset: number): LogPosition => ({ topic: CONVERSATION_EVENTS, partition: 0, offset });
  const reader = { hasPassed: (_: string, { offset }: LogPosition) => Promise.resolve(state.next > offset) };
  const log = {
    partitions: () =>
      Promise.resolve([{ topic: CONVERSATION_EVENTS, partition: 0, low: state.low, high: state.high }]),
  };
  const gate = new ProjectionGate(reader, log, 'g', 0);
  return { state, at, log, gate, passes: () => gate.passes(lease, 0, signal) };
}

it('holds work back until the projector has passed what the partition held at first', async () => {
  const { state, passes } = partition({ low: 0, high: 10, next: 4 });
  expect(await passes()).toBe(false);
  state.high = 50;
  state.next = 9;
  expect(await passes()).toBe(false);
  state.next = 10;
  expect(await passes()).toBe(true);
});

it('holds work back until its published event is projected', async () => {
  const { state, at, gate, passes } = partition({ low: 0, high: 10, next: 10 });
  state.high = 11;
  gate.published(lease, at(10));
  expect(await passes()).toBe(false);
  state.next = 11;
  expect(await passes()).toBe(true);
});

it('lets work of an empty partition pass', async () => {
  expect(await partition({ low: 0, high: 0, next: 0 }).passes()).toBe(true);
  expect(await partition({ low: 7, high: 7, next: 7 }).passes()).toBe(true);
});

it.each([0, 20])(
  'lets nothing pass while the projector stands beyond the end, %i, of a log',
  async (high) => {
    const { state, passes } = partition({ low: 0, high, next: 83 });
    expect(await passes()).toBe(false);
    state.next = high;
    expect(await passes()).toBe(true);
  },
);

it('waits for nothing that only the log before held', async () => {
  const { state, at, gate, passes } = partition({ low: 0, high: 131, next: 100 });
  gate.published(lease, at(130));
  Object.assign(state, { high: 20, next: 19 });
  expect(await passes()).toBe(false);
  state.next = 20;
  expect(await passes()).toBe(true);
});

it('takes a projector that is quicker than the look at the log for no halted one', async () => {
  const { state, log, passes } = partition({ low: 0, high: 10, next: 10 });
  const { partitions } = log;
  log.partitions = async () => {
    const seen = await partitions();
    Object.assign(state, { high: 12, next: 12 });
    return seen;
  };
  expect(await passes()).toBe(true);
});
