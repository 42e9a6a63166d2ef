import { fieldsOf, type JsonObject } from '../json-object';

/** What the rules look at in a message that may be of any shape. */
export interface MessageView {
  readonly role: unknown;
  readonly blocks: readonly JsonObject[];
  /** Of the calls that the runtime has to answer, in order. */
  readonly callIds: readonly string[];
}

export function messageView(message: unknown): MessageView {
  const { role, content } = fieldsOf(message);
  const list: readonly unknown[] = Array.isArray(content) ? content : [];
  const blocks = list.map(fieldsOf);
  const callIds = blocks.flatMap(({ type, toolCallId, providerExecuted }) =>
    type === 'tool-call' && providerExecuted !== true && typeof toolCallId === 'string' ? [toolCallId] : [],
  );
  return { role, blocks, callIds };
}
