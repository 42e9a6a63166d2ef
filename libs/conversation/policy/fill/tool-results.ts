import type { Parts } from '../parts/parts';
import type { CompactionPolicy, ToolResultsPolicy } from '../policy';
import { summarizerOf } from './summarizer';

type ToolResultsPart = NonNullable<Parts['toolResults']>;
type CompactionPart = NonNullable<ToolResultsPart['compaction']>;
type Written<K extends keyof CompactionPart> = CompactionPart[K];

/** How many results each preset of SPEC 3 keeps in full. */
const kept = { browser: 1, react: 5, chat: 5 } as const;

/** A part that is absent, null or switched off filters nothing. */
export function toolResultsOf(part: Parts['toolResults']): ToolResultsPolicy | null {
  if (!part || part.enabled === false) return null;
  return {
    keepRecent: part.keepRecent ?? (part.preset === undefined ? 0 : kept[part.preset]),
    placeholder: part.placeholder ?? '[Omitted]',
    clearAtLeast: part.clearAtLeast ?? 0,
    protectUnread: part.protectUnread ?? true,
    compaction: compactionOf(part.compaction ?? {}),
  };
}

function compactionOf({ postRun, inRun }: CompactionPart): CompactionPolicy | null {
  const compaction = { postRun: postRunOf(postRun), inRun: inRunOf(inRun) };
  return compaction.postRun === null && compaction.inRun === null ? null : compaction;
}

/** SPEC 4's example values. */
function postRunOf(part: Written<'postRun'>): CompactionPolicy['postRun'] {
  if (!part || part.enabled === false) return null;
  return {
    mode: part.mode ?? 'simple',
    truncationThreshold: part.truncationThreshold ?? 5000,
    startRun: part.startRun ?? 1,
    summarizer: summarizerOf(part.summarizer),
  };
}

function inRunOf(part: Written<'inRun'>): CompactionPolicy['inRun'] {
  const common = postRunOf(part);
  if (!part || common === null) return null;
  return {
    ...common,
    truncationThreshold: part.truncationThreshold ?? 3000,
    startIter: part.startIter ?? 2,
    maxConcurrency: part.maxConcurrency ?? 4,
  };
}
