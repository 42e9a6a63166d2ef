import { z } from 'zod';
import * as compaction from './compaction';
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
  /** False where this version keeps the event in the journal but does not fold it yet: it is journaled as ignored. */
  readonly folded: boolean;
}

const current = { version: 1, folded: true } as const;
const notFoldedYet = { version: 1, folded: false } as const;

/** The one declaration of every event: types, validation and JSON Schemas all come from it. */
export const eventDefinitions = {
  MessageAppended: { data: canonicalMessageDataSchema, by: 'producer', ...current },
  RunStarted: { data: lifecycle.runStartedSchema, by: 'producer', ...current },
  RunCompleted: { data: lifecycle.runCompletedSchema, by: 'producer', ...current },
  ModelSwitched: { data: lifecycle.modelSwitchedSchema, by: 'producer', ...current },
  TopicStarted: { data: topics.topicStartedSchema, by: 'producer', ...notFoldedYet },
  ConversationRewound: { data: lifecycle.conversationRewoundSchema, by: 'producer', ...notFoldedYet },
  ConversationForked: { data: lifecycle.conversationForkedSchema, by: 'producer', ...notFoldedYet },
  CheckpointCreated: { data: compaction.checkpointCreatedSchema, by: 'service', ...current },
  ToolResultsFiltered: { data: compaction.toolResultsFilteredSchema, by: 'service', ...current },
  MessagesTruncated: { data: compaction.messagesTruncatedSchema, by: 'service', ...notFoldedYet },
  TopicSummarized: { data: topics.topicSummarizedSchema, by: 'service', ...notFoldedYet },
  TopicsArchived: { data: topics.topicsArchivedSchema, by: 'service', ...notFoldedYet },
  BulksMerged: { data: topics.bulksMergedSchema, by: 'service', ...notFoldedYet },
  BulkRetired: { data: topics.bulkRetiredSchema, by: 'service', ...notFoldedYet },
  CheckpointRevoked: { data: compaction.checkpointRevokedSchema, by: 'operator', ...current },
  PolicyAssigned: { data: lifecycle.policyAssignedSchema, by: 'operator', ...current },
  ContentErased: { data: lifecycle.contentErasedSchema, by: 'operator', ...notFoldedYet },
} as const satisfies Record<string, EventDefinition>;

export type EventType = keyof typeof eventDefinitions;
export type EventData<T extends EventType> = z.infer<(typeof eventDefinitions)[T]['data']>;

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventDefinitions, type);
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
