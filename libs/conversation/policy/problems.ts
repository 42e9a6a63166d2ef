import type { z } from 'zod';
import { VerbatimError, type ErrorCode } from '../errors';

/** One thing wrong with a policy document: where (dotted path, empty for the whole), and what. */
export interface Problem {
  readonly path: string;
  readonly problem: string;
}

type PolicyErrorCode = Extract<ErrorCode, 'policy-invalid' | 'plugin-unknown' | 'plugin-exists'>;

/** Throws all problems as one error, `details.problems`; does nothing where there are none. */
export function refuse(code: PolicyErrorCode, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const listed = problems.map(({ path, problem }) => (path === '' ? problem : `${path}: ${problem}`));
  throw new VerbatimError(code, `The policy was refused: ${listed.join('; ')}`, { problems });
}

export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** What lies at a path of plain data; undefined where the path leads nowhere. */
export function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    document,
  );
}

/** What a schema refused, at a path; a key, and the value of an unknown name, may be a secret and is not shown. */
export function problemsOf(error: z.ZodError, document: unknown, path = ''): Problem[] {
  return error.issues.flatMap((issue) => {
    const at = (...names: PropertyKey[]) =>
      [path, ...issue.path, ...names]
        .map(String)
        .filter((name) => name !== '')
        .join('.');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: at(key), problem: unknownName(key, issue.message) }));
    }
    if (isSecret(String(issue.path.at(-1)))) return [{ path: at(), problem: issue.message }];
    return [{ path: at(), problem: `${shown(valueAt(document, issue.path))}: ${issue.message}` }];
  });
}

function unknownName(name: string, message: string): string {
  return isSecret(name)
    ? 'a key is never kept in a policy; name one that the operator configured: keyReference'
    : message;
}

function isSecret(name: string): boolean {
  return /^(api_?key|key_?reference|secret|password)$/i.test(name);
}
