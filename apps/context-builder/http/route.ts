import type { Scope } from '@verbatim/platform';
import type { z } from 'zod';
import type { ProblemCode } from './problem';
import { noQuery } from './schemas/common';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{parameters}`. */
  readonly path: string;
  /** What the API key must allow. */
  readonly scope: Scope;
  readonly summary: string;
  /** What a caller must know beyond the summary. */
  readonly description?: string;
  readonly status: 200 | 201 | 202;
  readonly query: z.ZodObject;
  readonly body?: { readonly types: readonly string[]; readonly schema: z.ZodType };
  readonly answer: z.ZodType;
  /** What it may answer beside the problems of every route. */
  readonly problems: readonly ProblemCode[];
}

type Told = 'method' | 'path' | 'scope' | 'summary' | 'answer';

/** A route with what most have: status 200, no query, no problems of its own. */
export function route(given: Pick<Route, Told> & Partial<Route>): Route {
  return { status: 200, problems: [], query: noQuery, ...given };
}

export function json(schema: z.ZodType): NonNullable<Route['body']> {
  return { types: ['application/json'], schema };
}

export function jsonOrYaml(schema: z.ZodType): NonNullable<Route['body']> {
  return { types: ['application/json', 'application/yaml'], schema };
}
