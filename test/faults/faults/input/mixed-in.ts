import type { Fault } from '../../contract';
import type { ExpectedFate } from '../../load/truth';
import type { World } from '../../world/world';
import { openRawLog, type RawLog, type RecordPlace } from './raw-log';
import type { ForeignMessage } from './message';

/** Where a fault of this kind does its work. */
export interface Mischief {
  readonly world: World;
  readonly log: RawLog;
  /** Unique in the run: the ids of its records begin with it. */
  readonly name: string;
}

/** A fault that writes records which nobody should write, among those of the load. `write` answers how many. */
export function mixedIn(
  fault: Pick<Fault, 'name' | 'what' | 'logs'>,
  write: (mischief: Mischief) => Promise<number>,
): Fault {
  return {
    ...fault,
    inflict: async (world, strikes, stop) => {
      const log = await openRawLog(world);
      let written = 0;
      const strike = async (nth: number): Promise<void> => {
        written += await write({ world, log, name: `${fault.name}-${nth}` });
      };
      try {
        await world.load.strike(strikes, strike, stop);
      } finally {
        await log.close();
      }
      return { kills: 0, strikes: written, detail: `${written} records` };
    },
  };
}

/** A good one: it is promised to be kept. */
export async function publish(
  { world, log }: Mischief,
  message: ForeignMessage,
  partition?: number,
): Promise<RecordPlace> {
  const { key, value } = message;
  const place = await log.write({ key, value, ...(partition === undefined ? {} : { partition }) });
  world.truth.acknowledge(message.acknowledged);
  return place;
}

/** What must become of a message that lies at `place`. */
export function fateOf(
  { tenant, conversation, id, value }: ForeignMessage,
  place: RecordPlace | null,
  fate: ExpectedFate['fate'],
  code: string | null,
): ExpectedFate {
  return { fate, code, tenant, conversation, id, place, value };
}
