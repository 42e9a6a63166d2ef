import { type FormatName, VerbatimError } from '@verbatim/conversation';
import type { Format } from './format';
import { openAiChat } from './openai-chat';

const built: Partial<Record<FormatName, Format>> = { 'openai-chat': openAiChat };

export function isBuilt(name: FormatName): boolean {
  return built[name] !== undefined;
}

/** @throws VerbatimError `target-unsupported` for a format that this version does not read or write. */
export function format(name: FormatName): Format {
  const found = built[name];
  if (found) return found;
  const names = Object.keys(built).join(', ');
  throw new VerbatimError('target-unsupported', `format ${name} is not supported yet (supported: ${names})`);
}
