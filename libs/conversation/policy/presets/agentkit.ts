import { z } from 'zod';
import { historyPart } from '../parts/history';
import { optional, part } from '../parts/part';
import { generic } from '../parts/parts';
import { checkpointHistorySchema, toolResultsPolicySchema } from '../policy';
import { plain, type Preset } from './preset';
import { otherUnit, translated } from './spelling';

const history = checkpointHistorySchema.shape;

export const agentkitDocument = part(
  {
    preset: z
      .literal('agentkit')
      .describe('The preset: what is left out below is as the source system has it.'),
    ...generic(historyPart.nullable()),
    summarization: optional(
      part({
        enabled: optional(z.boolean().describe('False switches summarisation off.')),
        triggerAt: optional(history.triggerAt),
        keepRecent: optional(history.keepRecent),
        retriggerAt: optional(history.retriggerAt),
        mode: optional(history.mode),
        toolResults: optional(
          part({ keepRecent: optional(toolResultsPolicySchema.shape.keepRecent) }).describe(
            'How older tool results are shown.',
          ),
        ),
      })
        .nullable()
        .describe('Summaries of older messages, under the names of the source; null is off.'),
    ),
  },
  'AgentkitDocument',
);

const thresholds = {
  'history.triggerAt': ['summarization.triggerAt'],
  'history.keepRecent': ['summarization.keepRecent'],
  'history.retriggerAt': ['summarization.retriggerAt'],
};
const toolResults = { 'toolResults.keepRecent': ['summarization.toolResults.keepRecent'] };
const spellings = { ...thresholds, 'history.mode': ['summarization.mode'], ...toolResults };

/**
 * AgentKit (SPEC 1, 3): naming it switches summarisation on. Its tool results stay in full (`keepRecent` 0 there means
 * unlimited) unless the document says otherwise; they are filtered with summarisation or without.
 */
export function agentkit(document: z.infer<typeof agentkitDocument>): Preset {
  const { summarization } = document;
  const off = summarization === null || summarization?.enabled === false;
  const unit = (document.history?.kind !== 'tiers' && document.history?.unit) || 'messages';
  return {
    ...plain,
    parts: off
      ? translated(document, toolResults)
      : translated(document, spellings, { history: { kind: 'checkpoints' } }),
    spellings,
    problems: otherUnit(document, Object.values(thresholds).flat(), { counts: 'messages', unit }),
  };
}
