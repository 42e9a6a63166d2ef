import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../golden-events/v1');

export interface GoldenEvent {
  readonly file: string;
  readonly event: { readonly type: string; readonly subject: string; readonly data: unknown };
}

/** The events as released in version 1. */
export const goldenEvents: readonly GoldenEvent[] = readdirSync(folder).map((file) => ({
  file,
  event: JSON.parse(readFileSync(join(folder, file), 'utf8')) as GoldenEvent['event'],
}));
