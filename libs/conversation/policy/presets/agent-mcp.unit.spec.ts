import { resolvePolicy } from '../resolve';
import { windowOnly } from '../testing/resolved';

const agentMcp = {
  ...windowOnly,
  preset: 'agent-mcp',
  window: { ...windowOnly.window, cutStep: 0 },
  sessions: { max: 50, idleTimeoutMinutes: 60 },
};

describe('the preset agent-mcp', () => {
  it('keeps exactly the last 200 messages, and 50 sessions that end after an hour', () => {
    expect(resolvePolicy({ preset: 'agent-mcp' })).toEqual(agentMcp);
  });

  it.each([
    [{ max_users: 100, session_idle_timeout_minutes: 0, agent_max_ctx: 80 }],
    [{ maxSessions: 100, sessionIdleTimeoutMinutes: 0, window: { maxMessages: 80 } }],
    [
      {
        max_users: 100,
        session_idle_timeout_minutes: 0,
        plugin_config: { plugin_history_default: { agent_max_ctx: 80 } },
      },
    ],
  ])('takes the settings of its source: %j', (document) => {
    expect(resolvePolicy({ preset: 'agent-mcp', ...document })).toEqual({
      ...agentMcp,
      window: { ...agentMcp.window, maxMessages: 80 },
      sessions: { max: 100, idleTimeoutMinutes: 0 },
    });
  });

  const chain = [
    'plugin_history_default',
    'plugin_history_token_budget',
    'plugin_history_role_pair_enforcer',
  ];

  it.each([[{ chain }], [{ plugin_config: { plugin_history_default: { chain } } }]])(
    "takes the chain of its source, whose example plugins do what the source's do: %j",
    (document) => {
      expect(resolvePolicy({ preset: 'agent-mcp', ...document }).plugins).toEqual([
        { name: 'default', options: {} },
        { name: 'token-budget', options: { tokenBudget: 6000, estimate: 'chars4' } },
        { name: 'role-pair-enforcer', options: { merge: false } },
      ]);
    },
  );

  it.each(['__proto__', 'constructor'])('names a plugin that is called %s and is not there', (name) => {
    const unknown = expect.objectContaining({ code: 'plugin-unknown' }) as Error;
    expect(() => resolvePolicy({ preset: 'agent-mcp', chain: [name] })).toThrow(unknown);
  });

  it('finds a plugin of the user by the name of its file, before the example of that name', () => {
    const known = { knownPlugins: ['token_budget', 'mine'] };
    const written = { preset: 'agent-mcp', chain: ['plugin_history_token_budget', 'plugin_history_mine'] };
    expect(resolvePolicy(written, known).plugins.map(({ name }) => name)).toEqual([
      'default',
      'token_budget',
      'mine',
    ]);
  });

  it('lets generic parts override it, and falls back to it where they are null', () => {
    const policy = resolvePolicy({
      preset: 'agent-mcp',
      max_users: 9,
      sessions: { max: null },
      window: null,
    });
    expect(policy).toEqual({ ...agentMcp, sessions: { max: null, idleTimeoutMinutes: 60 } });
  });

  it('is the default again when it is switched off', () => {
    expect(resolvePolicy({ preset: 'agent-mcp', enabled: false })).toEqual({
      ...windowOnly,
      preset: 'agent-mcp',
    });
  });
});
