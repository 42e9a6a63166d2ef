import { CONVERSATION_EVENTS } from '@verbatim/event-log';
import type { Fault } from '../../contract';
import type { GivenUp } from '../../load/truth';
import { administer } from '../../network/stranger';
import type { World } from '../../world/world';
import { eventsIn, goOnAtLow, storedPositions, withLog } from './positions';

/** Of the load: where the projectors go away, and how far producers come meanwhile. */
const AWAY = { from: 0.3, to: 0.6 };

/** What it removes is gone for good: the truth says so, record by record. */
export const retentionPastPosition: Fault = {
  name: 'retention-past-position',
  what: 'While no projector runs, retention removes half of what they have not read: they must halt, not skip it.',
  logs: ['kafka'],
  ends: 'halt',
  inflict: async (world, _, stop) => {
    const projectors = world.of('projector');
    await world.load.until(AWAY.from, stop);
    await Promise.all(projectors.map((projector) => projector.down()));
    await world.load.until(AWAY.to, stop);
    const lost = await halfOfWhatWaits(world);
    world.truth.giveUp(lost);
    await remove(world, lost);
    await Promise.all(projectors.map((projector) => projector.up()));
    const events = lost.reduce((sum, each) => sum + each.events.length, 0);
    return {
      kills: 0,
      strikes: lost.length,
      detail: `${events} events of ${lost.length} partitions removed`,
    };
  },
  mend: (world) => goOnAtLow(world, (position, { low }) => position < low),
};

function halfOfWhatWaits(world: World): Promise<GivenUp[]> {
  return withLog(world, async (log) => {
    const positions = await storedPositions(world);
    const lost: GivenUp[] = [];
    for (const { partition, high, low } of await log.partitions(CONVERSATION_EVENTS)) {
      const position = positions.get(partition) ?? low;
      const cut = position + Math.ceil((high - position) / 2);
      if (cut > position) lost.push(await eventsIn(log, partition, position, cut));
    }
    return lost;
  });
}

async function remove({ kafka, topic }: World, stretches: readonly GivenUp[]): Promise<void> {
  const partitions = stretches.map(({ partition, to }) => ({ partition, offset: String(to) }));
  await administer(kafka?.brokers ?? [], async (admin) => {
    // The library knows a topic's leaders only when it was asked about the topic.
    await admin.fetchTopicOffsets(topic);
    await admin.deleteTopicRecords({ topic, partitions });
  });
}
