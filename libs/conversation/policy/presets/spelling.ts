import { partsSchema, type Parts } from '../parts/parts';
import { valueAt, type Problem } from '../problems';

/** A generic setting (dotted path) → the paths at which a source's own document says it. */
export type Spellings = Readonly<Record<string, readonly string[]>>;

const at = (document: unknown, path: string) => valueAt(document, path.split('.'));
export const writtenOf = (document: unknown, paths: readonly string[]) =>
  paths.filter((path) => at(document, path) !== undefined);

/** What a document says in its source's own names, in generic ones. `start` is what the preset itself says. */
export function translated(document: unknown, spellings: Spellings, start: Parts = {}): Parts {
  const parts: Record<string, unknown> = structuredClone(start);
  for (const [setting, paths] of Object.entries(spellings)) {
    const [path] = writtenOf(document, paths);
    if (path !== undefined) put(parts, setting.split('.'), at(document, path));
  }
  return partsSchema.parse(parts);
}

/** A part as a whole only switches on: its settings have spellings of their own. */
function put(parts: Record<string, unknown>, [key = '', ...rest]: string[], value: unknown): void {
  const there = isPart(parts[key]) ? parts[key] : {};
  if (rest.length > 0) {
    parts[key] = there;
    put(there, rest, value);
  } else {
    parts[key] = isPart(value) ? there : value;
  }
}

export function isPart(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A setting written under two of the source's names must say the same under both. */
export function saidTwice(document: unknown, spellings: Spellings): Problem[] {
  return Object.values(spellings).flatMap((paths) => {
    const [first, ...others] = writtenOf(document, paths);
    if (first === undefined) return [];
    const said = JSON.stringify(at(document, first));
    return others
      .filter((path) => JSON.stringify(at(document, path)) !== said)
      .map((path) => ({ path, problem: `the same setting is written as ${first}, with another value` }));
  });
}

/** Where the user wrote a setting, or would write it: contradictions are named so. */
export function pathAsWritten(document: unknown, spellings: Spellings, setting: string): string {
  if (at(document, setting) !== undefined) return setting;
  const paths = spellings[setting] ?? [];
  return writtenOf(document, paths)[0] ?? paths[0] ?? setting;
}

/** Settings that are written and count in another unit than the history does. */
export function otherUnit(
  document: unknown,
  settings: readonly string[],
  { counts, unit }: { readonly counts: string; readonly unit: string },
): Problem[] {
  if (counts === unit) return [];
  return writtenOf(document, settings).map((path) => ({
    path,
    problem: `counts ${counts}, and the history here counts ${unit}`,
  }));
}
