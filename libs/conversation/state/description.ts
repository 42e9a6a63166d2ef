import type { MetadataValue } from '../events';

/** What people and applications call a conversation by. No context depends on it. */
export interface Description {
  readonly title: string | null;
  readonly user: string | null;
  readonly metadata: Readonly<Record<string, MetadataValue>>;
}

export const noDescription: Description = { title: null, user: null, metadata: {} };
