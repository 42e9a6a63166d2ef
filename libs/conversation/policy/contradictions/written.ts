import type { PolicyDocument } from '../document';
import type { Preset } from '../presets/preset';
import { saidTwice, writtenOf } from '../presets/spelling';
import { shown, type Problem } from '../problems';

/** What a document contradicts itself in before anything is filled. */
export function writtenContradictions(document: PolicyDocument, preset: Preset): Problem[] {
  return [
    ...switchedBothWays(document),
    ...saidTwice(document, preset.spellings),
    ...preset.problems,
    ...otherKind(document, preset),
  ];
}

function switchedBothWays({ enabled, history }: PolicyDocument): Problem[] {
  const on = history !== undefined && history !== null && history.enabled !== false;
  return enabled === false && on
    ? [{ path: 'enabled', problem: 'false switches the history off, and the part history switches it on' }]
    : [];
}

/** A source's settings of its history, beside a history of another kind. */
function otherKind({ history, ...document }: PolicyDocument, preset: Preset): Problem[] {
  if (!history || (history.kind ?? preset.kind) === preset.kind) return [];
  return Object.entries(preset.spellings)
    .filter(([setting]) => setting.startsWith('history.'))
    .flatMap(([, paths]) => writtenOf(document, paths))
    .map((path) => ({
      path,
      problem: `is of a history of kind ${shown(preset.kind)}, and history.kind is ${shown(history.kind)}`,
    }));
}
