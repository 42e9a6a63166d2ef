import type { Fault } from '../../contract';
import { type ForeignMessage, messageOf } from './message';
import { fateOf, type Mischief, mixedIn } from './mixed-in';

/** Of an event the limit is one mebibyte, of nesting 32. */
const TOO_LARGE = 1_200_000;
const DEPTHS = [40, 5_000, 200_000];

export const oversize = tooMuch(
  'oversize',
  'Events larger than the limit: kept, and left out of the conversation.',
  ({ world, name }) => [messageOf(world, { id: `${name}-large`, content: 'x'.repeat(TOO_LARGE) })],
);

export const deepNesting = tooMuch(
  'deep-nesting',
  'Events nested up to 200,000 deep: kept, and left out of the conversation.',
  ({ world, name }) =>
    DEPTHS.map((depth) => {
      const shallow = messageOf(world, { id: `${name}-${depth}`, content: 'deep', data: { deep: '#' } });
      const nested = '['.repeat(depth) + ']'.repeat(depth);
      return { ...shallow, value: Buffer.from(shallow.value.toString().replace('"#"', nested)) };
    }),
);

function tooMuch(name: string, what: string, of: (mischief: Mischief) => ForeignMessage[]): Fault {
  return mixedIn({ name, what, logs: ['kafka', 'embedded'] }, async (mischief) => {
    const { world, log } = mischief;
    const messages = of(mischief);
    for (const message of messages) {
      world.truth.expect(fateOf(message, await log.write(message), 'ignored', 'too-large'));
    }
    return messages.length;
  });
}
