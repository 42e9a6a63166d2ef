import type { Rule } from '../../format';
import { approvalRequested } from './approval-requested';
import type { BodyView } from './body-view';
import { callAnswered } from './call-answered';
import { mediaReadable } from './media-readable';
import { messageShape } from './message-shape';
import { messagesListed } from './messages-listed';
import { resultAnswersCall } from './result-answers-call';
import { systemShape } from './system-shape';

export { viewOf } from './body-view';

export const rules: readonly Rule<BodyView>[] = [
  messagesListed,
  systemShape,
  messageShape,
  callAnswered,
  resultAnswersCall,
  approvalRequested,
  mediaReadable,
];
