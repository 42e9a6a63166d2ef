import { z } from 'zod';
import { compactionPolicySchema, toolResultsPolicySchema } from '../policy';
import { optional, part } from './part';
import { summarizerPart } from './summarizer';

const toolResults = toolResultsPolicySchema.shape;
const { mode, truncationThreshold, startRun, startIter, maxConcurrency } =
  compactionPolicySchema.shape.inRun.unwrap().shape;

export const postRunShape = {
  enabled: optional(z.boolean().describe('False switches it off again.')),
  mode: optional(mode),
  truncationThreshold: optional(truncationThreshold),
  startRun: optional(startRun),
  summarizer: optional(summarizerPart.nullable().describe('Who writes the summaries of mode `custom`.')),
  summarizerPath: optional(
    z
      .string()
      .min(1)
      .describe('The path of a file with a summariser; the command line puts its content in place.'),
  ),
};

export const inRunShape = {
  ...postRunShape,
  startIter: optional(startIter),
  maxConcurrency: optional(maxConcurrency),
};

const compactionPart = part({
  postRun: optional(
    part(postRunShape, 'PostRunSettings').nullable().describe('What is done when a run ends.'),
  ),
  inRun: optional(part(inRunShape, 'InRunSettings').nullable().describe('What is done inside of a run.')),
});

export const toolResultsPart = part(
  {
    enabled: optional(z.boolean().describe('False leaves all tool results as they are.')),
    /** SPEC 3. */
    preset: optional(
      z.enum(['browser', 'react', 'chat']).describe('Fills `keepRecent` for a kind of agent.'),
    ),
    keepRecent: optional(toolResults.keepRecent),
    placeholder: optional(toolResults.placeholder),
    clearAtLeast: optional(toolResults.clearAtLeast),
    protectUnread: optional(toolResults.protectUnread),
    compaction: optional(compactionPart.nullable().describe('What becomes of long outputs.')),
  },
  'ToolResultsSettings',
);
