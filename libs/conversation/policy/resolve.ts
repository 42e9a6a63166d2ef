import { contradictions, writtenContradictions } from './contradictions';
import { policyDocumentSchema, type PolicyDocument } from './document';
import { historyOf } from './fill/history';
import { layered } from './fill/layered';
import { toolResultsOf } from './fill/tool-results';
import { defaultSessions, defaultWindow } from './fill/window';
import { shippedPlugins } from '../plugins/options';
import { pluginChain } from './plugins';
import type { Policy } from './policy';
import { presetOf, presets } from './presets';
import { pathAsWritten } from './presets/spelling';
import { problemsOf, refuse, shown, valueAt } from './problems';

export interface ResolveOptions {
  /** The plugins that a chain may name beside those that are shipped. */
  readonly knownPlugins?: readonly string[];
}

/**
 * Fills every blank of a policy document (SPEC 0): the preset's values, over them the source's own names, over them the
 * generic parts. A part that is null is off; window, sessions and chain, which cannot be off, are then the preset's.
 *
 * Throws a VerbatimError with `details.problems: [{ path, problem }]`, paths as the user wrote them: `policy-invalid`
 * (an unknown name or key, a wrong value, a contradiction), `plugin-unknown` or `plugin-exists`.
 */
export function resolvePolicy(document: unknown, options: ResolveOptions = {}): Policy {
  const knownPlugins = [...new Set([...shippedPlugins, ...(options.knownPlugins ?? [])])];
  const written = read(document);
  const preset = presetOf(written, knownPlugins);
  const pathOf = (setting: string) => pathAsWritten(written, preset.spellings, setting);
  refuse('policy-invalid', writtenContradictions(written, preset));
  const parts = layered(written, preset);
  const policy: Policy = {
    preset: written.preset ?? 'window-only',
    rules: 1,
    encoding: parts.encoding ?? 'o200k_base',
    history: historyOf(parts.history, preset),
    toolResults: toolResultsOf(parts.toolResults),
    window: { ...defaultWindow, ...parts.window },
    sessions: { ...defaultSessions, ...parts.sessions },
    obligations: parts.obligations ?? true,
    plugins: pluginChain(parts.plugins ?? [], { known: knownPlugins, path: pathOf('plugins') }),
  };
  refuse('policy-invalid', contradictions(parts, policy, pathOf));
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
