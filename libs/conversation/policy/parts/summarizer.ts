import { summarizerSchema } from '../policy';
import { optional, part } from './part';

const {
  model,
  provider,
  baseUrl,
  keyReference,
  systemPrompt,
  maxContext,
  limitRequests,
  limitInput,
  limitOutput,
} = summarizerSchema.shape;

/** Only the name of a key may be written: policies are recorded, and shown to whoever may read them. */
const keyName = keyReference
  .unwrap()
  .refine((written) => written === null || !/^sk-|\s|.{65}/.test(written), {
    error: 'a name is expected, of a key that the operator configured; never a key itself',
  });

export const summarizerShape = {
  model: optional(model.unwrap()),
  provider: optional(provider.unwrap()),
  baseUrl: optional(baseUrl.unwrap()),
  keyReference: optional(keyName),
  systemPrompt: optional(systemPrompt.unwrap()),
  maxContext: optional(maxContext.unwrap()),
  limitRequests: optional(limitRequests.unwrap()),
  limitInput: optional(limitInput.unwrap()),
  limitOutput: optional(limitOutput.unwrap()),
};

export const summarizerPart = part(summarizerShape, 'SummarizerSettings');
