import { MOST_METADATA_KEYS, type ConversationDescribed, type RecordedEvent } from '../events';
import type { Description } from '../state';
import type { Draft } from './draft';
import { applied, refused, type Outcome } from './outcome';

type Described = Extract<RecordedEvent, { type: 'ConversationDescribed' }>;

/** Merges what the event says into the description. One with too many keys in the end changes nothing of it. */
export function describeConversation(draft: Draft, { id, data }: Described): Outcome {
  const description = merged(draft.description(), data);
  const keys = Object.keys(description.metadata).length;
  if (keys > MOST_METADATA_KEYS) {
    const detail = `${id} would give the conversation ${keys} keys of metadata, the limit is ${MOST_METADATA_KEYS}`;
    return refused(detail, 'too-large');
  }
  draft.describe(description);
  return applied;
}

function merged(before: Description, { title, user, metadata }: ConversationDescribed): Description {
  return {
    title: title === undefined ? before.title : title,
    user: user === undefined ? before.user : user,
    metadata: metadata === null ? {} : mergedMetadata(before.metadata, metadata ?? {}),
  };
}

function mergedMetadata(
  before: Description['metadata'],
  changes: NonNullable<ConversationDescribed['metadata']>,
): Description['metadata'] {
  const values = new Map<string, Description['metadata'][string] | null>([
    ...Object.entries(before),
    ...Object.entries(changes),
  ]);
  // A store has no negative zero.
  return Object.fromEntries(
    [...values].flatMap(([key, value]) => (value === null ? [] : [[key, value === 0 ? 0 : value]])),
  );
}
