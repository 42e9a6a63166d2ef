import { checkRules } from '../checking';
import type { Format } from '../format';
import { renderBody } from './body';
import { decode } from './decode';
import { encodeMessage, encodeMissingResult, encodeSummary } from './encode';
import { rules, viewOf } from './rules';
import { split, systemData } from './split';

/** OpenAI's chat completions: `{messages}`. */
export const openAiChat: Format = {
  decode,
  encodeMessage,
  encodeSummary,
  encodeMissingResult,
  needsLead: () => false,
  renderBody,
  rules,
  check: (body) => checkRules(rules, viewOf(body)),
  split,
  systemData,
};

export { chatMessageSchema, type ChatMessage } from './schema';
