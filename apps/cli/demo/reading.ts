interface Found {
  readonly text: string;
}

const MOST_FILES = 2;
const MOST_QUOTES = 3;

/** The files with the most lines in results of a search, tests and those known apart; at most two. */
export function mostHits(results: readonly Found[], known: readonly string[]): string[] {
  const hits = new Map<string, number>();
  for (const [, path = ''] of results.flatMap(({ text }) => [...text.matchAll(/^([^\s:]+):\d+: /gm)])) {
    if (!path.includes('.spec.') && !known.includes(path)) hits.set(path, (hits.get(path) ?? 0) + 1);
  }
  const byHits = [...hits].toSorted(([one, some], [other, more]) => more - some || (one < other ? -1 : 1));
  return byHits.slice(0, MOST_FILES).map(([path]) => path);
}

/** The first name that one of these files exports. */
export function firstExport(results: readonly Found[]): string {
  const declared = /^export (?:default )?(?:async )?(?:function|class|const|interface|type) (\w+)/m;
  const names = results.flatMap(({ text }) => declared.exec(text)?.[1] ?? []);
  return names[0] ?? 'export';
}

/** Lines of a file that say the term, comments before code, with path and line. */
export function quotes(path: string, text: string, term: string): string[] {
  const lines = text.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }));
  const saying = lines.filter(({ line }) => line.toLowerCase().includes(term.toLowerCase()));
  return [...saying.filter(isComment), ...saying.filter((one) => !isComment(one))]
    .slice(0, MOST_QUOTES)
    .map(({ line, number }) => `- ${path}:${number}: ${line}`);
}

function isComment({ line }: { readonly line: string }): boolean {
  return /^(?:\/\*\*|\*|\/\/)/.test(line);
}
