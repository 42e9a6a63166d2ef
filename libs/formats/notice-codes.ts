/** What a context cannot carry. It stays in the journal; the answer lists it under `losses` (SPEC 9). */
export const lossCodes = {
  'orphan-result': 'a result whose call has not come; it is shown as soon as the call is there',
  'late-result': 'a result whose call is in a summary already',
  'part-not-carried': 'a part, or some of it, that the target has no place for',
  'plugin-dropped': 'a message, tool turn or summary that a history plugin left out',
  'plugin-cut': 'a message that a history plugin shortened',
  'plugin-merged': 'messages that a history plugin joined into one',
  'reasoning-bound': 'reasoning that another model wrote and sealed; its provider asks not to send it',
} as const;

/** What was changed so that the provider takes the context. The journal keeps it as it came (`repairs`, SPEC 9). */
export const repairCodes = {
  // Broken histories, repaired in the view of every target.
  'missing-result': 'a call that nothing answered is shown with `[No result]`',
  'duplicate-result': 'a second result for one call is not shown',
  'duplicate-call': 'a call with the id of one before it in the same turn is not shown',
  'empty-message': 'an assistant message with neither content nor calls is not shown',
  'reasoning-unfollowed': 'reasoning that nothing follows, as an interrupted stream leaves it, is not shown',
  'lead-added': 'a user message stands first, because the provider wants one there',
  'message-rewritten':
    'a message that its own provider would refuse as it came is written anew from what was read of it',
  // Ids, names and arguments of calls.
  'call-id-changed':
    'a call id that is too long, of other letters or used again leaves as another, always the same',
  'tool-name-changed': "a tool's name leaves with the letters and the length that the provider takes",
  'name-changed': "an author's name leaves with the letters that the provider takes",
  'arguments-wrapped': 'arguments that are no JSON object leave as `{"arguments": …}`',
  'empty-calls': 'an empty list of calls is left out',
  'unused-members':
    'members that are null, as SDKs dump what a model did not use, and empty annotations are left out',
  'calls-split': 'more calls than one message may have leave in several',
  'tool-part-completed': "a call's part gets the keys that its state asks for",
  // Texts and content.
  'empty-content': 'a message without content leaves as `[Empty message]`, a result without any with a text',
  'empty-text': 'a text of white space only is left out',
  'trailing-space': 'white space at the end of the last assistant message is left out',
  'refusal-as-text': "a model's refusal leaves as its text",
  'content-rewritten': 'content of the wrong kind for its role is written anew',
  'block-rewritten': 'a block that the SDK does not take is written anew',
  'media-type-assumed': 'a file without a media type gets one',
  'file-name-added': 'a file without a name gets one',
  'screenshot-blanked': 'a screenshot that is omitted or cannot be sent leaves blank',
  // Order and place.
  'turns-merged': 'messages of one role that follow each other leave as one',
  'results-first': 'results lead the message that holds them',
  'result-moved': 'a result stands where the SDK looks for it',
  'result-without-call': 'a result whose call is not in the body is left out',
  'system-moved': 'a system message among the messages leaves in the system prompt',
  'final-thinking': 'thinking at the end of an assistant message is left out',
  'server-tool-unpaired': "half of a server tool's call and result is left out",
  'cache-control-removed': 'a cache mark that is one too many, or in a place for none, is taken off',
  'approval-unrequested': 'an answer to an approval that nobody asked for is left out',
  // Ids of messages and items.
  'item-id-removed': "an item's id that would be refused is taken off",
  'duplicate-item': 'the id of an item that came twice is taken off the later one',
  'reasoning-unreadable': 'reasoning with neither an id nor encrypted content is left out',
  'summary-added': 'reasoning without a summary leaves with an empty one',
  'message-id-added': 'a message without an id gets one',
  'message-id-changed': 'the id of a message that came twice is changed in the later one',
} as const;

export type LossCode = keyof typeof lossCodes;
export type RepairCode = keyof typeof repairCodes;
