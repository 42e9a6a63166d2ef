import type { Rule } from '../../format';
import { bodyShape } from './body-shape';
import type { BodyView } from './body-view';
import { callArguments } from './call-arguments';
import { callIdLength } from './call-id-length';
import { callIdsUnique } from './call-ids-unique';
import { callsAnswered } from './calls-answered';
import { contentComplete } from './content-complete';
import { contentTypes } from './content-types';
import { inputNotEmpty } from './input-not-empty';
import { itemIdForm } from './item-id-form';
import { itemIdsUnique } from './item-ids-unique';
import { itemShape } from './item-shape';
import { mediaSource } from './media-source';
import { outputShape } from './output-shape';
import { outputsAnswerCalls } from './outputs-answer-calls';
import { reasoningContent } from './reasoning-content';
import { reasoningFollowed } from './reasoning-followed';
import { reasoningReadable } from './reasoning-readable';
import { reasoningSummary } from './reasoning-summary';
import { responseKeys } from './response-keys';
import { textLength } from './text-length';
import { toolName } from './tool-name';

export { viewOf } from './body-view';

export const rules: readonly Rule<BodyView>[] = [
  bodyShape,
  inputNotEmpty,
  itemShape,
  contentTypes,
  contentComplete,
  mediaSource,
  callIdLength,
  callIdsUnique,
  callsAnswered,
  outputsAnswerCalls,
  outputShape,
  callArguments,
  toolName,
  itemIdsUnique,
  itemIdForm,
  reasoningFollowed,
  reasoningReadable,
  reasoningSummary,
  reasoningContent,
  responseKeys,
  textLength,
];
