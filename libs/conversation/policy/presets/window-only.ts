import type { WindowPolicy } from '../policy';
import { checkpointDefaults } from './agentkit';
import type { PresetHistory } from './preset';

/** The window of every preset built so far (SPEC 6); `reservedOutput` null: the default rule when a context is served. */
export const defaultWindow: WindowPolicy = {
  maxMessages: 200,
  maxTokens: null,
  reservedOutput: null,
  cutStep: 0.25,
};

/** The default (SPEC 0): nothing is reduced until the budget asks for it, or until the document names a part. */
export const windowOnly: PresetHistory = { ...checkpointDefaults, on: false };
