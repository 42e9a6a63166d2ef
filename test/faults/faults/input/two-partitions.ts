import { messageOf } from './message';
import { fateOf, mixedIn, publish } from './mixed-in';

const MESSAGES = 8;

/** Each partition's producer has its own order; what is in both counts once, whichever comes first. */
export const twoPartitions = mixedIn(
  {
    name: 'one-conversation-two-partitions',
    what: 'A conversation comes through two partitions, as it does where producers disagree about the partitioner.',
    logs: ['kafka', 'embedded'],
  },
  async (mischief) => {
    const { world, log, name } = mischief;
    const tenant = world.random.pick(world.tenants);
    const first = world.random.int(0, log.partitions - 2);
    for (let nth = 0; nth < MESSAGES; nth += 1) {
      const partition = first + (nth % 2);
      const wanted = { tenant, conversation: name, id: `${name}-${nth}`, content: `part ${nth}` };
      await publish(mischief, messageOf(world, { ...wanted, producer: `partition-${partition}` }), partition);
    }
    const both = messageOf(world, { tenant, conversation: name, id: `${name}-both`, content: 'in both' });
    await publish(mischief, both, first);
    await log.write({ ...both, partition: first + 1 });
    world.truth.expect(fateOf(both, null, 'duplicate', null));
    return MESSAGES + 2;
  },
);
