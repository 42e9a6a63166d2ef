import type { Rule } from '../../format';
import { blocksByRole } from './blocks-by-role';
import { bodyShape } from './body-shape';
import type { BodyView } from './body-view';
import { cacheControlCount } from './cache-control-count';
import { cacheControlOrder } from './cache-control-order';
import { cacheControlPlace } from './cache-control-place';
import { callIdPattern } from './call-id-pattern';
import { callIdsUnique } from './call-ids-unique';
import { callsAnswered } from './calls-answered';
import { contentNotEmpty } from './content-not-empty';
import { errorResultText } from './error-result-text';
import { firstRoleUser } from './first-role-user';
import { imageCount } from './image-count';
import { inputObject } from './input-object';
import { mediaSource } from './media-source';
import { noFinalThinking } from './no-final-thinking';
import { noTrailingSpace } from './no-trailing-space';
import { oneResultPerCall } from './one-result-per-call';
import { requestSize } from './request-size';
import { resultsAnswerCalls } from './results-answer-calls';
import { resultsFirst } from './results-first';
import { rolesAlternate } from './roles-alternate';
import { serverToolsPaired } from './server-tools-paired';
import { systemMessagePlace } from './system-message-place';
import { textNotBlank } from './text-not-blank';
import { thinkingSealed } from './thinking-sealed';
import { toolNamePattern } from './tool-name-pattern';

export { viewOf } from './body-view';

export const rules: readonly Rule<BodyView>[] = [
  bodyShape,
  firstRoleUser,
  rolesAlternate,
  systemMessagePlace,
  blocksByRole,
  callsAnswered,
  resultsAnswerCalls,
  oneResultPerCall,
  resultsFirst,
  callIdsUnique,
  callIdPattern,
  toolNamePattern,
  inputObject,
  contentNotEmpty,
  textNotBlank,
  noTrailingSpace,
  thinkingSealed,
  noFinalThinking,
  serverToolsPaired,
  errorResultText,
  cacheControlCount,
  cacheControlPlace,
  cacheControlOrder,
  mediaSource,
  imageCount,
  requestSize,
];
