import type { Parts } from '../parts/parts';
import type { Policy } from '../policy';
import { shown, type Problem } from '../problems';
import type { PathOf } from './path-of';

/** SPEC 4: `custom` has a summariser, inline or as a path and never both; the other modes have none. */
export function compactionProblems({ toolResults }: Parts, policy: Policy, pathOf: PathOf): Problem[] {
  return (['postRun', 'inRun'] as const).flatMap((name) => {
    const filled = policy.toolResults?.compaction?.[name] ?? null;
    const path = toolResults?.compaction?.[name]?.summarizerPath;
    if (filled === null) return [];
    const at = (setting: string) => pathOf(`toolResults.compaction.${name}.${setting}`);
    if (path !== undefined) return pathProblems(filled.summarizer !== null, at);
    const { mode, summarizer } = filled;
    if (mode !== 'custom' && summarizer !== null) {
      return [{ path: at('summarizer'), problem: `is of mode "custom", and the mode is ${shown(mode)}` }];
    }
    if (mode === 'custom' && (summarizer?.model ?? null) === null) {
      return [
        { path: at('mode'), problem: '"custom" needs a summariser: its model inline, or the path to a file' },
      ];
    }
    return [];
  });
}

function pathProblems(inline: boolean, at: PathOf): Problem[] {
  const problem = inline
    ? 'a summariser is given inline or as a path, and here it is both'
    : 'the command line reads the file (`verbatim policy set NAME FILE`); over HTTP write the summariser inline';
  return [{ path: at('summarizerPath'), problem }];
}
