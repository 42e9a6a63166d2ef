import type { SessionsPolicy, WindowPolicy } from '../policy';

/** SPEC 6; `reservedOutput` null: the default rule when a context is served. */
export const defaultWindow: WindowPolicy = {
  maxMessages: 200,
  maxTokens: null,
  reservedOutput: null,
  cutStep: 0.25,
};

/** SPEC 6: no limit of sessions but in the preset `agent-mcp`. */
export const defaultSessions: SessionsPolicy = { max: null, idleTimeoutMinutes: 60 };
