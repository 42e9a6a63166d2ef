import { modelEntrySchema, policySchema, envelopeSchema } from '@verbatim/conversation';
import { z } from 'zod';
import { verificationSchema } from '../../audit/verification';
import { appendRequestSchema } from '../../appending/append-request';
import { settingsSchema } from '../../configuration/settings';
import { chainRequestSchema } from '../schemas/settings';
import { compactionSchema, topicSchema } from '../../reading/topics-schema';
import { analyticsSchema } from '../../reading/analytics-schema';
import { recalledSchema, recallRequestSchema } from '../../reading/recall-request';
import { lagSchema } from '../../operations/lag';
import { checkSchema, doctorSchema } from '../../operations/check';
import { becameSchema } from '../../operations/became';
import { callDiffSchema, seenSchema, seenSegmentSchema } from '../../seen/seen-schema';
import { contextBudgetSchema, contextRequestSchema } from '../../serving/context-request';
import { noticeSchema, receiptSchema, segmentSchema } from '../../serving/receipt';
import { contextAnswerSchema } from '../../serving/served-context';
import { problemSchema, publishedSchema, reasonSchema } from '../schemas/common';
import { callSchema, pluginItemSchema, policyItemSchema } from '../schemas/configuration';
import { trialOfDocumentSchema, trialOfNameSchema, trialSchema } from '../../trial/trial-schema';
import * as conversations from '../schemas/conversations';
import { ignoredEventSchema, ignoredGroupSchema, logPlaceSchema } from '../schemas/ignored';
import { createdKeySchema, keySchema } from '../schemas/keys';
import { deadLetterSchema, parkedSchema, shownLetterSchema } from '../schemas/operations';

export type Direction = 'input' | 'output';

const [addPlugin, removePlugin, movePlugin] = chainRequestSchema.options;

/** Schemas that stand once in the document, under these names: what clients generate types of. */
const names: Readonly<Record<Direction, Readonly<Record<string, z.ZodType>>>> = {
  input: {
    AppendRequest: appendRequestSchema,
    CloudEvent: envelopeSchema,
    ContextRequest: contextRequestSchema,
    RecallRequest: recallRequestSchema,
    ChainChange: chainRequestSchema,
    AddPlugin: addPlugin,
    RemovePlugin: removePlugin,
    MovePlugin: movePlugin,
    ModelEntryDocument: modelEntrySchema,
    ContextBudget: contextBudgetSchema,
    TrialOfName: trialOfNameSchema,
    TrialOfDocument: trialOfDocumentSchema,
  },
  output: {
    Problem: problemSchema,
    Reason: reasonSchema,
    Published: publishedSchema,
    Context: contextAnswerSchema,
    Segment: segmentSchema,
    Notice: noticeSchema,
    Receipt: receiptSchema,
    Verification: verificationSchema,
    Call: callSchema,
    ConversationListing: conversations.listingSchema,
    ConversationState: conversations.stateSchema,
    HistoryItem: conversations.historyItemSchema,
    EventItem: conversations.eventItemSchema,
    MessageText: conversations.messageTextSchema,
    Checkpoint: conversations.checkpointSchema,
    Topic: topicSchema,
    Compaction: compactionSchema,
    Recalled: recalledSchema,
    Analytics: analyticsSchema,
    Policy: policySchema,
    PolicyItem: policyItemSchema,
    Plugin: pluginItemSchema,
    ModelEntry: modelEntrySchema,
    Settings: settingsSchema,
    Key: keySchema,
    CreatedKey: createdKeySchema,
    DeadLetter: deadLetterSchema,
    ShownDeadLetter: shownLetterSchema,
    BecameOfLetter: becameSchema,
    ParkedConversation: parkedSchema,
    Lag: lagSchema,
    Diagnosis: doctorSchema,
    Check: checkSchema,
    SeenCall: seenSchema,
    SeenSegment: seenSegmentSchema,
    CallDiff: callDiffSchema,
    Trial: trialSchema,
    IgnoredEvent: ignoredEventSchema,
    IgnoredGroup: ignoredGroupSchema,
    LogPlace: logPlaceSchema,
  },
};

/** The metadata of schemas as it is, with the name of a component where a schema has one in this direction. */
export class ComponentNames extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  private readonly names: Map<z.core.$ZodType, string>;

  constructor(direction: Direction) {
    super();
    this.names = new Map(Object.entries(names[direction]).map(([name, schema]) => [schema, name]));
  }

  name(schema: z.ZodType, name: string): void {
    if (z.globalRegistry.get(schema)?.id === undefined && !this.names.has(schema))
      this.names.set(schema, name);
  }

  override get<S extends z.core.$ZodType>(schema: S): z.core.$replace<z.core.GlobalMeta, S> | undefined {
    const told = z.globalRegistry.get(schema);
    const id = this.names.get(schema);
    return id === undefined ? told : ({ ...told, id } as z.core.$replace<z.core.GlobalMeta, S>);
  }
}
