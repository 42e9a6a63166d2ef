import type { PolicyDocument } from '../document';
import { partsSchema, type Parts } from '../parts/parts';
import type { Preset } from '../presets/preset';
import { isPart } from '../presets/spelling';

/**
 * A document's generic parts over those that its preset says, setting by setting. Null over anything is null; only what
 * cannot be off (window, sessions, chain) is then as the preset says. A preset's history of another kind says nothing.
 */
export function layered(document: PolicyDocument, preset: Preset): Parts {
  const { encoding, history, toolResults, window, sessions, obligations, plugins } = document;
  const kind = history?.kind ?? preset.kind;
  const under = { ...preset.parts, ...(preset.parts.history?.kind === kind ? {} : { history: undefined }) };
  const over = {
    encoding,
    history: history ? { ...history, kind } : history,
    toolResults,
    window: window ?? undefined,
    sessions: sessions ?? undefined,
    obligations,
    plugins: plugins ?? undefined,
  };
  return partsSchema.parse(merged(over, under));
}

function merged(over: unknown, under: unknown): unknown {
  if (!isPart(over)) return over === undefined ? under : over;
  const beneath = isPart(under) ? under : {};
  const keys = [...new Set([...Object.keys(beneath), ...Object.keys(over)])];
  return Object.fromEntries(
    keys
      .map((key) => [key, merged(over[key], beneath[key])] as const)
      .filter(([, value]) => value !== undefined),
  );
}
