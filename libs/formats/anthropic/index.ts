import { checkRules } from '../checking';
import type { Format } from '../format';
import { needsLead, renderBody } from './body';
import { decode } from './decode';
import { encodeMessage, encodeMissingResult, encodeSummary } from './encode';
import { rules, viewOf } from './rules';
import { split, systemData } from './split';

/** Anthropic's Messages API: `{system?, messages}`. */
export const anthropic: Format = {
  decode,
  encodeMessage,
  encodeSummary,
  encodeMissingResult,
  needsLead,
  renderBody,
  rules,
  check: (body) => checkRules(rules, viewOf(body)),
  split,
  systemData,
};
