import { endOfString, isSpace, nestingStep, skipSpace } from './scan';

const QUOTE = 0x22;

/** The text without white space between tokens; every token stays as it was written. */
export function compact(text: string): string {
  const pieces: string[] = [];
  let kept = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (isSpace(code)) {
      pieces.push(text.slice(kept, at));
      at = skipSpace(text, at);
      kept = at;
    } else {
      at += 1;
    }
  }
  pieces.push(text.slice(kept));
  return pieces.join('');
}

/** How many objects and lists lie inside each other at most: 0 for a scalar. Works on any text, without recursion. */
export function depth(text: string): number {
  let open = 0;
  let deepest = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      continue;
    }
    open += nestingStep(code);
    deepest = Math.max(deepest, open);
    at += 1;
  }
  return deepest;
}

/**
 * RFC 8785 form of what `JSON.parse` makes of the text: what a runtime that parses and writes JSON again would
 * have. Numbers out of range become `null`, as `JSON.stringify` writes them, and lone surrogates their escapes.
 * Recurses: for texts within the depth limit.
 */
export function canonical(text: string): string {
  return canonicalOf(JSON.parse(text));
}

function canonicalOf(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalOf).join(',')}]`;
  const members = Object.entries(value).map(([name, member]) => ({ name, member }));
  members.sort((a, b) => (a.name < b.name ? -1 : 1));
  return `{${members.map(({ name, member }) => `${JSON.stringify(name)}:${canonicalOf(member)}`).join(',')}}`;
}
