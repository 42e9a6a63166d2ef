import { likelyMeant } from '@verbatim/conversation';
import type { z } from 'zod';

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

const LONGEST_QUOTE = 60;
/** Keys that are held against the name of one that is missing. */
const KEYS_COMPARED = 100;

/**
 * The first thing a schema found wrong, as one sentence that begins with its path, e.g.
 * `messages[3].role: "robot" is not a role (system, developer, user, assistant, tool)`. `root` names the input.
 */
export function sentence(error: z.ZodError, input: unknown, root: string): string {
  const [first] = error.issues;
  if (!first) return `${root}: invalid`;
  const { issue, path } = mostSpecific(first, first.path);
  const value = path.reduce<unknown>(valueAt, input);
  const text = `${pathText(root, path)}${explain(issue, path, value)}`;
  return value === undefined && issue.code !== 'custom' ? text + misspelled(path, input) : text;
}

/** Of a union's branches the one that got furthest into the value; what it found is what the writer meant. */
function mostSpecific(issue: Issue, path: Path): { issue: Issue; path: Path } {
  if (issue.code !== 'invalid_union') return { issue, path };
  const inner = issue.errors.flatMap((branch) => branch.slice(0, 1)).filter(({ path: at }) => at.length > 0);
  const [deepest] = inner.toSorted((a, b) => b.path.length - a.path.length);
  return deepest ? mostSpecific(deepest, [...path, ...deepest.path]) : { issue, path };
}

function explain(issue: Issue, path: Path, value: unknown): string {
  if (value === undefined && issue.code !== 'custom') return ' is missing';
  switch (issue.code) {
    case 'invalid_union':
      return `: ${explainUnion(issue, path, value)}`;
    case 'invalid_value':
      return `: ${notOneOf(issue.values.map(String), path, value)}`;
    case 'invalid_type':
      if (issue.expected === 'int') return `: expected a whole number, got ${quote(value)}`;
      if (issue.expected === 'number' && typeof value === 'string')
        return `: expected a number, got ${quote(value)}`;
      return `: expected ${issue.expected}, got ${kindOf(value)}`;
    case 'too_small':
      return tooSmall(value, issue.minimum);
    case 'custom':
      return `: ${issue.message}`;
    default:
      return `: ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`;
  }
}

function explainUnion(issue: z.core.$ZodIssueInvalidUnion, path: Path, value: unknown): string {
  if (issue.discriminator !== undefined) {
    const options = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
    return notOneOf(options, path, value);
  }
  const expected = issue.errors.flatMap((branch) =>
    branch.slice(0, 1).map((inner) => ('expected' in inner ? String(inner.expected) : inner.code)),
  );
  return `expected ${[...new Set(expected)].join(' or ')}, got ${kindOf(value)}`;
}

/** `"robot" is not a role (…)`; an element of a list is not named. */
function notOneOf(allowed: readonly string[], path: Path, value: unknown): string {
  const name = path.at(-1);
  const kind = typeof name === 'string' && /^[a-z]\w*$/i.test(name) ? name : null;
  const article = kind !== null && /^[aeiou]/i.test(kind) ? 'an' : 'a';
  const is = kind === null ? 'is not one of those allowed' : `is not ${article} ${kind}`;
  const meant = typeof value === 'string' ? likelyMeant(value, allowed) : null;
  return `${quote(value)} ${is} (${allowed.join(', ')})${meant === null ? '' : `: did you mean ${quote(meant)}?`}`;
}

/** Where a key is missing, another one of the same object may be it, written wrongly. */
function misspelled(path: Path, input: unknown): string {
  const name = path.at(-1);
  const parent = path.slice(0, -1).reduce<unknown>(valueAt, input);
  if (typeof name !== 'string' || parent === null || typeof parent !== 'object' || Array.isArray(parent))
    return '';
  return misspelledKey(name, parent);
}

/** `, but there is "contents": did you mean "content"?`, or nothing. */
export function misspelledKey(name: string, object: object): string {
  const found = likelyMeant(name, Object.keys(object).slice(0, KEYS_COMPARED));
  return found === null ? '' : `, but there is ${quote(found)}: did you mean ${quote(name)}?`;
}

function valueAt(value: unknown, key: PropertyKey): unknown {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
}

function pathText(root: string, path: Path): string {
  const text = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${nameText(String(key))}`))
    .join('');
  return root === '' ? text.replace(/^\./, '') : root + text;
}

/** Names of settings have dots, as in `window.maxMessages`. */
function nameText(name: string): string {
  return /^\w+(\.\w+)*$/.test(name) && name.length <= LONGEST_QUOTE ? name : quote(name);
}

function tooSmall(value: unknown, minimum: number | bigint): string {
  if (typeof value === 'number') return `: ${value} is below ${minimum}`;
  return value === '' || minimum === 1 ? ' is empty' : `: fewer than ${minimum} items`;
}

/** JSON text of a scalar, cut where it is long, or what kind of value it is; safe to log, and never recurses. */
export function quote(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return kindOf(value);
  return JSON.stringify(value.length > LONGEST_QUOTE ? `${value.slice(0, LONGEST_QUOTE)}…` : value);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
