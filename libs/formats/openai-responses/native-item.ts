import type { MessageSource } from '../format';
import type { JsonObject } from '../json-object';
import type { JsonText } from '../json-text';

/** An item that came as one, as the edits need to see it. */
export interface NativeItem {
  readonly root: JsonText;
  readonly value: JsonObject;
  readonly source: MessageSource;
}
