import { noticesOf, type Written } from '../encoding';
import type { MessageSource } from '../format';
import { JsonText } from '../json-text';
import { fitBlock } from './fit-block';

/** A part's block as the provider takes it; `index` is the part's. */
export interface FittedPart extends Written {
  readonly index: number;
}

export function fittedPart(written: Written, index: number, source: MessageSource): FittedPart {
  if (written.json === null) return { ...written, index };
  const fitted = fitBlock(JsonText.parse(written.json), index, source);
  return { json: fitted.json, ...noticesOf([written, fitted]), index };
}
