import { z } from 'zod';
import { historyPart } from '../parts/history';
import { optional, part } from '../parts/part';
import { generic, type Parts } from '../parts/parts';
import { sessionsPolicySchema, windowPolicySchema } from '../policy';
import { plain, type Preset } from './preset';
import { translated, type Spellings } from './spelling';

const { maxMessages } = windowPolicySchema.shape;
const { max, idleTimeoutMinutes } = sessionsPolicySchema.shape;
const chain = z.array(z.string().min(1)).describe('The history plugins, by name, in their order.');

export const agentMcpDocument = part(
  {
    preset: z
      .literal('agent-mcp')
      .describe('The preset: what is left out below is as the source system has it.'),
    ...generic(historyPart.nullable()),
    agent_max_ctx: optional(maxMessages),
    maxSessions: optional(max),
    max_users: optional(max),
    sessionIdleTimeoutMinutes: optional(idleTimeoutMinutes),
    session_idle_timeout_minutes: optional(idleTimeoutMinutes),
    chain: optional(chain),
    plugin_config: optional(
      part({
        plugin_history_default: optional(
          part({ agent_max_ctx: optional(maxMessages), chain: optional(chain) }).describe(
            'The plugin that is the window.',
          ),
        ),
      }).describe('The same under the names of the source’s configuration file.'),
    ),
  },
  'AgentMcpDocument',
);
type AgentMcpDocument = z.infer<typeof agentMcpDocument>;

const spellings: Spellings = {
  'window.maxMessages': ['agent_max_ctx', 'plugin_config.plugin_history_default.agent_max_ctx'],
  'sessions.max': ['max_users', 'maxSessions'],
  'sessions.idleTimeoutMinutes': ['session_idle_timeout_minutes', 'sessionIdleTimeoutMinutes'],
};
const chains: Spellings = { plugins: ['chain', 'plugin_config.plugin_history_default.chain'] };

/** agent-mcp (SPEC 6): exactly the last N messages, a chain of plugins, and so many sessions at once. */
export function agentMcp(document: AgentMcpDocument, knownPlugins: readonly string[]): Preset {
  const { plugins } = translated(document, chains);
  const start: Parts = {
    window: { cutStep: 0 },
    sessions: { max: 50 },
    ...(plugins ? { plugins: plugins.map((name) => pluginOf(String(name), knownPlugins)) } : {}),
  };
  return {
    ...plain,
    parts: translated(document, spellings, start),
    spellings: { ...spellings, ...chains },
  };
}

/** The source's example plugins, with the options under which ours do what they do. */
const examples = new Map([
  ['token_budget', { name: 'token-budget', options: { estimate: 'chars4' } }],
  ['role_pair_enforcer', { name: 'role-pair-enforcer', options: { merge: false } }],
]);

/** A plugin of its own of that name comes before the source's example. */
function pluginOf(written: string, knownPlugins: readonly string[]) {
  const name = written.replace(/^plugin_history_/, '');
  return (knownPlugins.includes(name) ? undefined : examples.get(name)) ?? { name, options: {} };
}
