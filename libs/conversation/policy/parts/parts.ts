import { z } from 'zod';
import { policySchema, sessionsPolicySchema, windowPolicySchema } from '../policy';
import { historyPart } from './history';
import { optional, part } from './part';
import { toolResultsPart } from './tool-results';

const window = windowPolicySchema.shape;
const sessions = sessionsPolicySchema.shape;

const pluginPart = z.union(
  [
    z.string().min(1),
    part(
      {
        name: z.string().min(1).describe('The name of the plugin.'),
        options: optional(z.record(z.string(), z.unknown()).describe('Its options.')),
      },
      'PluginLink',
    ),
  ],
  { error: 'expected "default" or { name, options }' },
);

/** What every document may have, whatever its preset; the history apart, whose kind the preset chooses. */
const common = {
  encoding: optional(policySchema.shape.encoding),
  toolResults: optional(toolResultsPart.nullable().describe('How older tool results are shown.')),
  window: optional(
    part(
      {
        maxMessages: optional(window.maxMessages),
        maxTokens: optional(window.maxTokens),
        reservedOutput: optional(window.reservedOutput),
        cutStep: optional(window.cutStep),
      },
      'WindowSettings',
    )
      .nullable()
      .describe('What a context has at most.'),
  ),
  sessions: optional(
    part(
      {
        max: optional(sessions.max),
        idleTimeoutMinutes: optional(sessions.idleTimeoutMinutes),
      },
      'SessionsSettings',
    )
      .nullable()
      .describe('How many conversations are served at the same time.'),
  ),
  obligations: optional(policySchema.shape.obligations.unwrap()),
  plugins: optional(
    z
      .array(pluginPart)
      .nullable()
      .describe('The chain of history plugins, in its order; `default` is always first.'),
  ),
};

/** The generic parts alone: what a source's own names are translated to. */
export const partsSchema = z.object({ ...common, history: optional(historyPart.nullable()) });
export type Parts = z.infer<typeof partsSchema>;

/** The generic part of a document's schema. */
export function generic<H extends z.ZodType>(history: H) {
  return {
    rules: optional(policySchema.shape.rules),
    enabled: optional(z.boolean().describe('False switches off again what the preset switches on.')),
    history: optional(history.describe('How older messages are reduced.')),
    ...common,
  };
}
