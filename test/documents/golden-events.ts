import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventDefinitions, isEventType } from '@verbatim/conversation';

const folder = join(__dirname, '../golden-events');

export interface GoldenEvent {
  readonly file: string;
  readonly event: {
    readonly type: string;
    readonly subject: string;
    readonly dataversion: number;
    readonly data: unknown;
  };
}

/** The events as released, each type in its newest version. */
export const goldenEvents: readonly GoldenEvent[] = ['v1', 'v2'].flatMap((version) =>
  readdirSync(join(folder, version))
    .map((file) => ({
      file,
      event: JSON.parse(readFileSync(join(folder, version, file), 'utf8')) as GoldenEvent['event'],
    }))
    .filter(
      ({ event: { type, dataversion } }) =>
        isEventType(type) && eventDefinitions[type].version === dataversion,
    ),
);
