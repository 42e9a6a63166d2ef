import { z } from 'zod';
import { compactionPolicySchema, toolResultsPolicySchema } from '../policy';
import { optional, part } from './part';
import { summarizerPart } from './summarizer';

const toolResults = toolResultsPolicySchema.shape;
const { mode, truncationThreshold, startRun, startIter, maxConcurrency } =
  compactionPolicySchema.shape.inRun.unwrap().shape;

export const postRunShape = {
  enabled: optional(z.boolean()),
  mode: optional(mode),
  truncationThreshold: optional(truncationThreshold),
  startRun: optional(startRun),
  summarizer: optional(summarizerPart.nullable()),
  /** Of a file with a summariser; the command line puts its content in place. */
  summarizerPath: optional(z.string().min(1)),
};

export const inRunShape = {
  ...postRunShape,
  startIter: optional(startIter),
  maxConcurrency: optional(maxConcurrency),
};

const compactionPart = part({
  postRun: optional(part(postRunShape, 'PostRunSettings').nullable()),
  inRun: optional(part(inRunShape, 'InRunSettings').nullable()),
});

export const toolResultsPart = part(
  {
    enabled: optional(z.boolean()),
    /** SPEC 3: fills `keepRecent`. */
    preset: optional(z.enum(['browser', 'react', 'chat'])),
    keepRecent: optional(toolResults.keepRecent),
    placeholder: optional(toolResults.placeholder),
    clearAtLeast: optional(toolResults.clearAtLeast),
    protectUnread: optional(toolResults.protectUnread),
    compaction: optional(compactionPart.nullable()),
  },
  'ToolResultsSettings',
);
