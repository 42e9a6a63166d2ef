import { checkRules } from '../checking';
import type { Format } from '../format';
import { renderBody } from './body';
import { decode } from './decode';
import { encodeMessage, encodeMissingResult, encodeSummary } from './encode';
import { rules, viewOf } from './rules';
import { split, systemData } from './split';

/** Agent Zero's history: `{system?, messages: [{ai, content}]}`. */
export const agentZero: Format = {
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
