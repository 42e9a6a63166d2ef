import { VerbatimError } from '@verbatim/conversation';
import { bodyParts } from '../decoding';
import type { SplitBody } from '../format';

/** `{input, instructions?}` or a bare list of items; a text as input is one user message. @throws VerbatimError `request-invalid` */
export function split(bodyText: string): SplitBody {
  const { list: input, apart } = bodyParts(bodyText, 'input', 'instructions');
  if (input?.kind === 'string') {
    return { system: apart, messages: [`{"role":"user","content":${input.slice()}}`] };
  }
  if (input?.kind !== 'array') {
    throw new VerbatimError('request-invalid', 'expected a list of items or an object with "input"');
  }
  return { system: apart, messages: input.elements().map((item) => item.slice()) };
}

/** @see Format.systemData */
export function systemData(system: string): string {
  return `{"format":"openai-responses","instructions":${system}}`;
}
