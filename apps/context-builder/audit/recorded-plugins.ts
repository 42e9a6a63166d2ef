import { applyEffects, type BuildOptions, type PluginEffects, type WindowView } from '@verbatim/conversation';
import type { Receipt, ReceiptPlugin } from '../serving/receipt';
import { sha256Of } from '../serving/sha256';

type RecordedEffects = ReceiptPlugin['effects'][number];

/** A view as a plugin left it. */
export interface PluginView {
  readonly plugin: string;
  readonly view: WindowView;
}

/**
 * The views as the plugins of a receipt left them, from what is on record of them: none is run again, since none must do
 * the same twice and its file may be gone. Throws where a text that one made is not stored as it was.
 */
export async function recordedPluginViews(
  view: WindowView,
  { plugins }: Receipt,
  { count, limits }: BuildOptions,
  segments: (hashes: readonly Buffer[]) => Promise<ReadonlyMap<string, Buffer>>,
): Promise<PluginView[]> {
  const effects = plugins.flatMap((plugin) => plugin.effects);
  const hashes = effects.flatMap(({ cut, merged }) => [...cut, ...merged].map(({ sha256 }) => sha256));
  const kept =
    hashes.length === 0 ? new Map() : await segments(hashes.map((hash) => Buffer.from(hash, 'hex')));
  const textOf = (sha256: string): string => {
    const text = kept.get(sha256)?.toString();
    if (text !== undefined && sha256Of(text) === sha256) return text;
    throw new Error(`a text that a plugin made, ${sha256.slice(0, 12)}, is not stored as it was`);
  };
  const options = { count, overhead: limits.overhead };
  let current = view;
  return plugins.map(({ name, effects: all }) => {
    for (const each of all) current = applyEffects(current, name, withTexts(each, textOf), options);
    return { plugin: name, view: current };
  });
}

function withTexts(
  { dropped, cut, merged }: RecordedEffects,
  textOf: (sha256: string) => string,
): PluginEffects {
  return {
    dropped,
    cut: cut.map(({ id, sha256 }) => ({ id, text: textOf(sha256) })),
    merged: merged.map(({ id, with: others, sha256 }) => ({ id, with: others, text: textOf(sha256) })),
  };
}
