import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease } from '@verbatim/conversation-store';
import { holdLease, LeaseLost } from './held-lease';

const lease: Lease = {
  tenant: 't',
  conversation: 'c',
  mechanism: 'history',
  attempt: 0,
  token: 1,
  failures: 0,
};

function queueAnswering(...answers: (boolean | Error)[]) {
  const asked: number[] = [];
  const extend = async (_: Lease, seconds: number): Promise<boolean> => {
    asked.push(seconds);
    const answer = answers[asked.length - 1] ?? true;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, extend };
}

async function until(condition: () => boolean): Promise<void> {
  for (let left = 1_000; !condition(); left -= 1) {
    if (left === 0) throw new Error('it did not come true');
    await sleep(4);
  }
}

test('prolongs the lease until it is let go, whatever goes wrong in between', async () => {
  const queue = queueAnswering(true, new Error('no connection'));
  const held = holdLease(queue, lease, 0.03, new AbortController().signal);
  await until(() => queue.asked.length >= 3);
  await held.letGo();
  const { length } = queue.asked;
  await sleep(50);
  expect(queue.asked).toHaveLength(length);
  expect(held.signal.aborted).toBe(false);
});

test('says so when the lease is lost', async () => {
  const queue = queueAnswering(false);
  const held = holdLease(queue, lease, 0.03, new AbortController().signal);
  await until(() => held.signal.aborted);
  await held.letGo();
  expect(held.signal.reason).toBeInstanceOf(LeaseLost);
});
