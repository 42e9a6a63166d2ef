import type { CompactionPolicy } from '../policy';
import type { Compaction, Head, LongResult, OwedCompaction } from '../state';
import { decisionId } from './decision-id';

type PartName = OwedCompaction['part'];

/** What the policy in force says of tool outputs; null where it leaves them alone. */
export function compactionPolicy({ policy }: Pick<Head, 'policy'>): CompactionPolicy | null {
  return policy.document.toolResults?.compaction ?? null;
}

/** What becomes of an output as it arrives (SPEC 4, `inRun`); null where nothing does. */
export function decideInRun(policy: CompactionPolicy | null, output: LongResult): OwedCompaction | null {
  const part = policy?.inRun;
  if (!part || output.iteration < part.startIter) return null;
  return decided(part, 'inRun', output);
}

/** What becomes of an output once its run is over (SPEC 4, `postRun`); null where nothing does. */
export function decidePostRun(policy: CompactionPolicy | null, output: LongResult): OwedCompaction | null {
  const part = policy?.postRun;
  return part ? decided(part, 'postRun', output) : null;
}

function decided(
  { mode, truncationThreshold, startRun }: NonNullable<CompactionPolicy[PartName]>,
  part: PartName,
  output: LongResult,
): OwedCompaction | null {
  if (output.run < startRun || output.characters <= truncationThreshold) return null;
  return { ...output, part, mode: mode === 'simple' ? 'truncated' : 'summarized' };
}

/** Code points that a simple cut leaves of an owed output; null where the policy in force has no such part. */
export function simpleCut(head: Head, { part }: OwedCompaction): number | null {
  return compactionPolicy(head)?.[part]?.truncationThreshold ?? null;
}

/**
 * The decisions that one event settles: truncations that are in effect first, else the oldest summaries of one part.
 * Empty where nothing is owed.
 */
export function nextCompactions({ owed }: Compaction, most: number): readonly OwedCompaction[] {
  const truncations = owed.filter(({ mode }) => mode === 'truncated');
  const some = truncations.length > 0 ? truncations : owed.filter(({ part }) => part === owed[0]?.part);
  return some.slice(0, most);
}

/** Id of the event that settles these decisions, at least one: the first is owed no more once any event has settled it. */
export function compactionId(head: Head, settled: readonly OwedCompaction[]): string {
  const [first, last] = [settled[0]?.result, settled.at(-1)?.result];
  return decisionId(head, `tool-compaction.${first}-${last}`);
}
