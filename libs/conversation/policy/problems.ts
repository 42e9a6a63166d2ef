import type { z } from 'zod';
import { VerbatimError, type ErrorCode } from '../errors';

/** One thing wrong with a policy document: where (dotted path, empty for the whole), and what. */
export interface Problem {
  readonly path: string;
  readonly problem: string;
}

type PolicyErrorCode = Extract<ErrorCode, 'policy-invalid' | 'policy-unsupported' | 'plugin-unknown'>;

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

/** An unknown key is named without its value, which may be a secret in the wrong place. */
export function problemsOf(error: z.ZodError, document: unknown): Problem[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: dotted([...issue.path, key]), problem: issue.message }));
    }
    const value = shown(valueAt(document, issue.path));
    return [{ path: dotted(issue.path), problem: `${value}: ${issue.message}` }];
  });
}

function dotted(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}
