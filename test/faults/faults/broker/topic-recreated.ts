import { CONVERSATION_EVENTS, type EventLog } from '@verbatim/event-log';
import { waitUntil } from '../../../support/kafka-rig/wait-until';
import type { Fault } from '../../contract';
import type { GivenUp } from '../../load/truth';
import { administer } from '../../network/stranger';
import type { World } from '../../world/world';
import { lasting, until } from '../lasting';
import { eventsIn, goOnAtLow, storedPositions, withLog } from './positions';

const QUIET_MS = 2_000;

/** What no projector has read is gone for good: the truth says so, record by record. */
export const topicRecreated: Fault = {
  name: 'topic-recreated',
  what: 'The topic is deleted and made again: projectors must halt, not begin anew.',
  logs: ['kafka'],
  ends: 'halt',
  inflict: async (world, _, stop) => {
    const projectors = world.of('projector');
    await world.load.until(0.3, stop);
    await until(() => isHalfRead(world), stop);
    await Promise.all(projectors.map((projector) => projector.down()));
    await world.load.until(0.4, stop);
    const lost = await world.load.withoutChanges(async () => {
      await quiet(world, stop);
      return recreate(world);
    });
    world.truth.giveUp(lost);
    await Promise.all(projectors.map((projector) => projector.up()));
    const events = lost.reduce((sum, each) => sum + each.events.length, 0);
    return { kills: 0, strikes: 1, detail: `${events} unread events went with it` };
  },
  mend: (world) => goOnAtLow(world, () => true),
};

/** A position that the new topic comes to at once would halt nothing. */
function isHalfRead(world: World): Promise<boolean> {
  return withLog(world, async (log) => {
    const ranges = await log.partitions(CONVERSATION_EVENTS);
    const positions = await storedPositions(world);
    return ranges.every(({ partition, high }) => (positions.get(partition) ?? 0) * 2 >= high);
  });
}

/** Producers wait at the gate, operators rest; what they had begun is acknowledged when nothing more is for a while. */
async function quiet({ truth }: World, stop: AbortSignal): Promise<void> {
  for (let known = -1; known !== truth.acknowledged.length && !stop.aborted;) {
    known = truth.acknowledged.length;
    await lasting(QUIET_MS, stop);
  }
}

/** @returns what projectors had not read of it */
async function recreate(world: World): Promise<GivenUp[]> {
  const { kafka, topic } = world;
  const lost = await withLog(world, (log) => unread(world, log));
  await administer(kafka?.brokers ?? [], async (admin) => {
    await admin.deleteTopics({ topics: [topic] });
    await waitUntil('the topic is gone', async () => !(await admin.listTopics()).includes(topic));
  });
  // A client that knew the old topic makes no new one.
  await withLog(world, (log) => log.ensureTopic(CONVERSATION_EVENTS, { partitions: lost.length }));
  return lost;
}

async function unread(world: World, log: EventLog): Promise<GivenUp[]> {
  const positions = await storedPositions(world);
  const lost: GivenUp[] = [];
  for (const { partition, low, high } of await log.partitions(CONVERSATION_EVENTS)) {
    lost.push(await eventsIn(log, partition, positions.get(partition) ?? low, high));
  }
  return lost;
}
