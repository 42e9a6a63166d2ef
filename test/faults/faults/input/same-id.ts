import { messageOf } from './message';
import { fateOf, mixedIn, publish } from './mixed-in';

const EACH = 4;

export const sameIdSameBody = mixedIn(
  {
    name: 'same-id-same-body',
    what: 'Events come again under their ids, also with another time: they count once.',
    logs: ['kafka', 'embedded'],
  },
  async (mischief) => {
    const { world, log, name } = mischief;
    for (let nth = 0; nth < EACH; nth += 1) {
      const wanted = { id: `${name}-${nth}`, content: 'said once' };
      const first = messageOf(world, wanted);
      const attributes = { time: new Date(Date.UTC(2020, 0, 1 + nth)).toISOString() };
      const later = messageOf(world, { ...wanted, ...first, attributes });
      await publish(mischief, first);
      for (const again of [first, later]) {
        world.truth.expect(fateOf(again, await log.write(again), 'duplicate', null));
      }
    }
    return EACH * 3;
  },
);

export const sameIdOtherBody = mixedIn(
  {
    name: 'same-id-other-body',
    what: 'Ids come again with another body: the first one counts, the other is kept as a conflict.',
    logs: ['kafka', 'embedded'],
  },
  async (mischief) => {
    const { world, log, name } = mischief;
    for (let nth = 0; nth < EACH; nth += 1) {
      const first = messageOf(world, { id: `${name}-${nth}`, content: 'said first' });
      const other = messageOf(world, { ...first, content: 'said instead' });
      await publish(mischief, first);
      world.truth.expect(fateOf(other, await log.write(other), 'conflict', 'event-conflict'));
    }
    return EACH * 2;
  },
);
