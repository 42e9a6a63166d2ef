import { checkRules } from '../checking';
import type { Format } from '../format';
import { needsLead, renderBody } from './body';
import { decode } from './decode';
import { encodeMessage, encodeMissingResult, encodeSummary } from './encode';
import { rules, viewOf } from './rules';
import { split, systemData } from './split';

/** UIMessages of the Vercel AI SDK 6: `{messages}`. */
export const aiSdkUi: Format = {
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
