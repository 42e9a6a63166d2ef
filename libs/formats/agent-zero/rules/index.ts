import type { Rule } from '../../format';
import { aiBoolean } from './ai-boolean';
import { bodyShape } from './body-shape';
import type { BodyView } from './body-view';
import { callAnswered } from './call-answered';
import { contentNotEmpty } from './content-not-empty';
import { resultFollowsCall } from './result-follows-call';

export { viewOf } from './body-view';

export const rules: readonly Rule<BodyView>[] = [
  bodyShape,
  aiBoolean,
  contentNotEmpty,
  resultFollowsCall,
  callAnswered,
];
