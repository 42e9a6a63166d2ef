import type { Rule } from '../../format';
import type { BodyView } from './body-view';
import { callHasOutcome } from './call-has-outcome';
import { mediaReadable } from './media-readable';
import { messageIdsUnique } from './message-ids-unique';
import { messageShape } from './message-shape';
import { messagesListed } from './messages-listed';
import { partsNotEmpty } from './parts-not-empty';

export { viewOf } from './body-view';

export const rules: readonly Rule<BodyView>[] = [
  messagesListed,
  messageShape,
  partsNotEmpty,
  messageIdsUnique,
  callHasOutcome,
  mediaReadable,
];
