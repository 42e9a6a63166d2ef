import type { Fault } from '../../contract';
import { answerAfterSuperseded } from './answer-after-superseded';
import { model429, model500, modelEmpty, modelNonsense, modelSlow, modelTruncated } from './misbehaving';

export const modelFaults: readonly Fault[] = [
  modelSlow,
  model429,
  model500,
  modelTruncated,
  modelEmpty,
  modelNonsense,
  answerAfterSuperseded,
];
