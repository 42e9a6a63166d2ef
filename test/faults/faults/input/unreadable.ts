import type { RawRecord } from './raw-log';
import { somewhere } from './message';
import { type Mischief, mixedIn } from './mixed-in';

export const poisonBytes = mixedIn(
  {
    name: 'poison-bytes',
    what: 'Records that are no event at all: chance, half an event, no JSON, nothing.',
    logs: ['kafka', 'embedded'],
  },
  async (mischief) => {
    const { random } = mischief.world;
    const chance = Buffer.from(Array.from({ length: random.int(1, 2_000) }, () => random.int(0, 255)));
    const values = [
      chance,
      Buffer.from('{"specversion":"1.0","id":"half","type":"MessageAppended","subject":"chat-0","da'),
      Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
      Buffer.from('[1,2,3]'),
      Buffer.from('"only text"'),
      Buffer.from('{"type":"MessageAppended","data":{"role":"user","content":"of no conversation"}}'),
      Buffer.alloc(0),
    ];
    for (const value of values) await unreadable(mischief, { key: keyOf(mischief), value });
    return values.length;
  },
);

export const missingValue = mixedIn(
  {
    name: 'missing-value',
    what: 'Tombstones: records without a value.',
    logs: ['kafka'],
  },
  async (mischief) => {
    await unreadable(mischief, { key: keyOf(mischief), value: null });
    return 1;
  },
);

async function unreadable({ world, log }: Mischief, record: RawRecord): Promise<void> {
  const place = await log.write(record);
  const { value } = record;
  world.truth.expect({
    fate: 'unreadable',
    code: null,
    tenant: null,
    conversation: null,
    id: null,
    place,
    value,
  });
}

/** Among the records of a conversation of the load. */
function keyOf({ world }: Mischief): string {
  const { tenant, conversation } = somewhere(world);
  return `${tenant}/${conversation}`;
}
