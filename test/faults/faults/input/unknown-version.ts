import { messageOf } from './message';
import { fateOf, mixedIn, publish } from './mixed-in';

/** In a conversation of its own, which stays parked to the end of the run. */
export const unknownVersion = mixedIn(
  {
    name: 'unknown-version',
    what: 'An event of a version that nobody knows yet: its conversation is parked there, and keeps what comes after.',
    logs: ['kafka', 'embedded'],
  },
  async (mischief) => {
    const { world, log, name } = mischief;
    const here = { tenant: world.random.pick(world.tenants), conversation: name };
    world.truth.disturbed.add(`${here.tenant}/${here.conversation}`);
    await publish(mischief, messageOf(world, { ...here, id: 'known', content: 'before it' }));
    const attributes = { dataversion: 99 };
    const newer = messageOf(world, { ...here, id: 'newer', content: 'of a later version', attributes });
    const place = await log.write(newer);
    world.truth.expect(fateOf(newer, place, 'parked', 'event-version-unknown'));
    const behind = messageOf(world, { ...here, id: 'behind', content: 'after it' });
    world.truth.expect(fateOf(behind, await publish(mischief, behind), 'parked', null));
    return 3;
  },
);
