import { contradictions } from './contradictions';
import { policyDocumentSchema, type PolicyDocument } from './document';
import { partsNotBuilt } from './not-built';
import { pluginChain } from './plugins';
import type { CheckpointHistory, Policy, ToolResultsPolicy } from './policy';
import { defaultWindow, presetHistory, presets, type PresetHistory } from './presets';
import { problemsOf, refuse, shown, valueAt } from './problems';

/**
 * Fills every blank of a policy document (SPEC 0): the preset's values, over them the source's own names, over them the
 * generic parts. A part that is null is off; the window and the chain, which cannot be off, then take their defaults.
 *
 * Throws a VerbatimError with `details.problems: [{ path, problem }]`: `policy-unsupported` (a part not built yet),
 * else `policy-invalid` (an unknown name or key, a wrong value, a contradiction) or `plugin-unknown`.
 */
export function resolvePolicy(document: unknown): Policy {
  refuse('policy-unsupported', partsNotBuilt(document));
  const written = read(document);
  const preset = presetHistory(written);
  const policy: Policy = {
    preset: written.preset ?? 'window-only',
    rules: 1,
    encoding: written.encoding ?? 'o200k_base',
    history: historyOf(written.history, preset),
    toolResults: toolResultsOf(written.toolResults),
    window: { ...defaultWindow, ...written.window },
    plugins: pluginChain(written.plugins ?? []),
  };
  refuse('policy-invalid', contradictions(written, preset, policy));
  return policy;
}

function read(document: unknown): PolicyDocument {
  const preset = valueAt(document, ['preset']);
  if (preset !== undefined && !presets.some((name) => name === preset)) {
    const problem = `${shown(preset)} is unknown; available: ${presets.join(', ')}`;
    refuse('policy-invalid', [{ path: 'preset', problem }]);
  }
  const parsed = policyDocumentSchema.safeParse(document);
  if (parsed.success) return parsed.data;
  refuse('policy-invalid', problemsOf(parsed.error, document));
  throw parsed.error;
}

function historyOf(part: PolicyDocument['history'], preset: PresetHistory): CheckpointHistory | null {
  if (part === null || part?.enabled === false) return null;
  if (part === undefined && !preset.on) return null;
  const { enabled: _enabled, mergeSummariesAt: _never, ...written } = part ?? {};
  const filled = { ...preset.history, ...written };
  const { keepRecent, triggerAt } = filled;
  return { ...filled, retriggerAt: filled.retriggerAt ?? preset.retriggerAt(keepRecent, triggerAt) };
}

/** How many results each preset of SPEC 3 keeps in full. */
const kept = { browser: 1, react: 5, chat: 5 } as const;

function toolResultsOf(part: PolicyDocument['toolResults']): ToolResultsPolicy | null {
  if (part === undefined || part === null || part.enabled === false) return null;
  return {
    keepRecent: part.keepRecent ?? (part.preset === undefined ? 0 : kept[part.preset]),
    placeholder: part.placeholder ?? '[Omitted]',
    clearAtLeast: part.clearAtLeast ?? 0,
    protectUnread: part.protectUnread ?? true,
  };
}
