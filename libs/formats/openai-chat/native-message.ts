import { isShown } from '../encoding';
import type { MessageSource } from '../format';
import type { JsonText } from '../json-text';
import type { PlacedPart } from './decode-parts';
import type { ChatMessage } from './schema';

/** A message that came as a chat message, in each of the ways that the edits need to see it. */
export interface NativeMessage {
  readonly root: JsonText;
  readonly chat: ChatMessage;
  readonly placed: readonly PlacedPart[];
  readonly source: MessageSource;
}

/** The index of the part that was read from this place, where there is one and it is shown; else null. */
export function shownAt({ placed, source }: NativeMessage, place: string): number | null {
  const index = placed.findIndex((part) => part.place === place);
  return index !== -1 && isShown(source, index) ? index : null;
}
