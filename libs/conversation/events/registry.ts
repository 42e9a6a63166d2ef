import { z } from 'zod';
import * as compaction from './compaction';
import { conversationDescribedSchema } from './description';
import * as lifecycle from './lifecycle';
import { canonicalMessageDataSchema } from './message-appended';
import * as topics from './topics';

/** Who may put an event of a type into the log. The append API takes events of producers only. */
export type Origin = 'producer' | 'service' | 'operator';

interface EventDefinition {
  readonly data: z.ZodType;
  /** The `dataversion` this version writes; older ones are upcast when read, newer ones park the conversation. */
  readonly version: number;
  readonly by: Origin;
  /** The first version that is folded; events of earlier ones are journaled as ignored. Null: none is, yet. */
  readonly foldedFrom: number | null;
}

const current = { version: 1, foldedFrom: 1 } as const;
/** Version 1 was declared before anything wrote or folded it. */
const sinceTwo = { version: 2, foldedFrom: 2 } as const;
const notFoldedYet = { version: 1, foldedFrom: null } as const;

/** The one declaration of every event: types, validation and JSON Schemas all come from it. */
export const eventDefinitions = {
  MessageAppended: { data: canonicalMessageDataSchema, by: 'producer', ...current },
  RunStarted: { data: lifecycle.runStartedSchema, by: 'producer', ...current },
  RunCompleted: { data: lifecycle.runCompletedSchema, by: 'producer', ...current },
  ModelSwitched: { data: lifecycle.modelSwitchedSchema, by: 'producer', ...current },
  TopicStarted: { data: topics.topicStartedSchema, by: 'producer', ...current },
  ConversationDescribed: { data: conversationDescribedSchema, by: 'producer', ...current },
  ConversationRewound: { data: lifecycle.conversationRewoundSchema, by: 'producer', ...notFoldedYet },
  ConversationForked: { data: lifecycle.conversationForkedSchema, by: 'producer', ...notFoldedYet },
  CheckpointCreated: { data: compaction.checkpointCreatedSchema, by: 'service', ...current },
  ToolResultsFiltered: { data: compaction.toolResultsFilteredSchema, by: 'service', ...current },
  MessagesTruncated: { data: compaction.messagesTruncatedSchema, by: 'service', ...sinceTwo },
  TopicSummarized: { data: topics.topicSummarizedSchema, by: 'service', ...sinceTwo },
  TopicsArchived: { data: topics.topicsArchivedSchema, by: 'service', ...sinceTwo },
  BulksMerged: { data: topics.bulksMergedSchema, by: 'service', ...sinceTwo },
  BulkRetired: { data: topics.bulkRetiredSchema, by: 'service', ...sinceTwo },
  CheckpointRevoked: { data: compaction.checkpointRevokedSchema, by: 'operator', ...current },
  PolicyAssigned: { data: lifecycle.policyAssignedSchema, by: 'operator', ...current },
  EventDiscarded: { data: lifecycle.eventDiscardedSchema, by: 'operator', ...current },
  ContentErased: { data: lifecycle.contentErasedSchema, by: 'operator', ...notFoldedYet },
} as const satisfies Record<string, EventDefinition>;

export type EventType = keyof typeof eventDefinitions;
export type EventData<T extends EventType> = z.infer<(typeof eventDefinitions)[T]['data']>;

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventDefinitions, type);
}

/** Whether events of a type come from our own services and operators: they are signed (DESIGN, events). */
export function isOwnType(type: string): type is EventType {
  return isEventType(type) && eventDefinitions[type].by !== 'producer';
}

/** A domain event before the journal gave it a position. */
export type ConversationEvent = {
  [T in EventType]: {
    readonly type: T;
    readonly id: string;
    readonly time: string | null;
    readonly data: EventData<T>;
  };
}[EventType];

/** A domain event at its position in the conversation's journal. */
export type RecordedEvent = ConversationEvent & { readonly position: number };
