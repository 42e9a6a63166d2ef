import { boundElsewhere, type Edit, edited, notCarried, untouched } from '../encoding';
import type { EncodedMessage, FormatNotice, MessageSource } from '../format';
import { fieldsOf, type JsonObject } from '../json-object';
import { JsonText } from '../json-text';
import { editContent } from './edit-content';
import { editCall, editId, editKeys, editReasoning } from './edit-item';
import { editOutput } from './edit-output';
import { isInstructions, itemType } from './item';
import type { NativeItem } from './native-item';
import { withoutReasoning } from './without-item-id';

const EDITS: readonly ((native: NativeItem) => Edit)[] = [
  editKeys,
  editId,
  editCall,
  editReasoning,
  editContent,
  editOutput,
];

/**
 * An item that came as one: its own text without the keys that only a response has. What is not shown, what is replaced
 * and what the API would refuse is changed; every other key and character stays.
 */
export function fromNative(root: JsonText, source: MessageSource): EncodedMessage {
  if (source.parts?.length === 0) return untouched('');
  const value = fieldsOf(root.value());
  const bound = boundElsewhere(source, 0);
  if (bound && isSealed(value)) return { ...untouched(''), losses: [bound] };
  const edits = EDITS.map((edit) => edit({ root, value, source }));
  const item = edited(root, edits);
  if (edits.some(({ members }) => members['content'] === '[]')) return { ...item, text: '' };
  return bound && !isInstructions(value) ? freed(item, bound) : item;
}

/** The item without its tie to reasoning that is not sent to this model. */
function freed({ text: item, losses, repairs }: EncodedMessage, { detail }: FormatNotice): EncodedMessage {
  const text = withoutReasoning(JsonText.parse(item));
  if (text === null) {
    const what = 'a hosted call without the reasoning that it was made with';
    return { text: '', losses: [...losses, notCarried('openai-responses', 0, what)], repairs };
  }
  if (text === item) return { text, losses, repairs };
  return { text, losses, repairs: [...repairs, { code: 'item-id-removed', part: 0, detail }] };
}

/** True of what only the model that wrote it can read. */
function isSealed(value: JsonObject): boolean {
  return itemType(value) === 'reasoning' || typeof value['encrypted_content'] === 'string';
}
