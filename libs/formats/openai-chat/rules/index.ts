import type { Rule } from '../../format';
import { answeredOnce } from './answered-once';
import { assistantNotEmpty } from './assistant-not-empty';
import { audioFormat } from './audio-format';
import { authorNameRule } from './author-name';
import { bodyShape } from './body-shape';
import type { BodyView } from './body-view';
import { callAnswered } from './call-answered';
import { callIdLength } from './call-id-length';
import { callIdsUnique } from './call-ids-unique';
import { callShape } from './call-shape';
import { callsCount } from './calls-count';
import { callsNotEmpty } from './calls-not-empty';
import { contentTypes } from './content-types';
import { fileSource } from './file-source';
import { imageUrl } from './image-url';
import { resultAnswersCall } from './result-answers-call';
import { roleKnown } from './role-known';
import { toolName } from './tool-name';

export { viewOf } from './body-view';

export const rules: readonly Rule<BodyView>[] = [
  bodyShape,
  roleKnown,
  contentTypes,
  assistantNotEmpty,
  callsNotEmpty,
  callsCount,
  callShape,
  callIdLength,
  callIdsUnique,
  toolName,
  authorNameRule,
  resultAnswersCall,
  callAnswered,
  answeredOnce,
  imageUrl,
  fileSource,
  audioFormat,
];
