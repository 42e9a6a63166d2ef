import { defaultLimits, type EventType } from '@verbatim/conversation';

/** What each event says. */
export const about: Readonly<Record<EventType, string>> = {
  MessageAppended: 'A message of a conversation, in the format that it came in.',
  RunStarted: 'A run begins; a producer that marks runs itself replaces their inference.',
  RunCompleted: 'A run has ended.',
  ModelSwitched: 'The conversation goes on with another model.',
  TopicStarted: 'A topic begins, or an earlier one becomes current again.',
  ConversationDescribed:
    'A title, a user and metadata for people and applications; no context depends on them.',
  ConversationRewound: 'What came after a position is no longer seen.',
  ConversationForked: 'The conversation goes on from a position of another one.',
  CheckpointCreated: 'A summary, or a cut without one, stands for a range of messages.',
  ToolResultsFiltered: 'Tool results are shown differently from now on.',
  MessagesTruncated: 'Large messages are shown shortened from now on.',
  TopicSummarized: 'A summary stands for a topic or a range of it.',
  TopicsArchived: 'Topics became a bulk.',
  BulksMerged: 'Bulks became one, with a summary.',
  BulkRetired: 'A bulk is no longer seen.',
  CheckpointRevoked: 'A summary holds no longer: the messages are seen again.',
  PolicyAssigned: 'From here on this policy decides how the conversation is reduced.',
  EventDiscarded:
    'An event that no version at hand could read was given up: it is passed over, and the conversation goes on.',
  ContentErased: 'Content of messages, or of the conversation, was forgotten.',
};

const { textBytes, parts } = defaultLimits;

/** What the reader of messages refuses and no JSON Schema says. */
export const messageNotes: readonly string[] = [
  `It also refuses over ${parts} parts and ${textBytes} bytes of text in a message (configurable),`,
  'NUL and lone surrogates in the ids of calls and runs, calls outside assistant messages, results in system and',
  'developer messages, tool messages that hold anything but results or none, the legacy `function_call` of openai-chat,',
  'and what is wrong within the blocks of an anthropic tool_result.',
];
