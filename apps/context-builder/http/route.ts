import type { Scope } from '@verbatim/platform';
import type { z } from 'zod';
import type { Tag } from './openapi/tags';
import type { ProblemCode } from './problem';
import { noQuery } from './schemas/common';

export const YAML = 'application/yaml';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{parameters}`; `openapi/path-parameters.ts` tells what they are. */
  readonly path: string;
  /** What the API key must allow. */
  readonly scope: Scope;
  /** The group of the reference that it stands in. */
  readonly tag: Tag;
  /** A few words that name it, without a full stop. */
  readonly summary: string;
  /** Sentences in Markdown: what it is for, when to use it, what to know. */
  readonly description: string;
  readonly example: RouteExample;
  readonly status: 200 | 201 | 202;
  readonly query: z.ZodObject;
  readonly body?: RouteBody;
  readonly answer: z.ZodType;
  /** What it may answer beside the problems of every route. */
  readonly problems: readonly ProblemCode[];
}

export interface RouteBody {
  /** The schema of each content type; the first is the one of examples. */
  readonly content: Readonly<Record<string, z.ZodType>>;
  /** True where no body at all is as good as an empty object. */
  readonly optional?: true;
}

/** A real request and its answer, small, and valid against the schemas: a test checks both. */
export interface RouteExample {
  /** Names in the path, where they are not those of `openapi/path-parameters.ts`. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** The bodies of content types that need another one than `body`. */
  readonly bodies?: Readonly<Record<string, unknown>>;
  readonly answer: unknown;
}

type Told = 'method' | 'path' | 'scope' | 'tag' | 'summary' | 'description' | 'example' | 'answer';

/** A route with what most have: status 200, no query, no problems of its own. */
export function route(given: Pick<Route, Told> & Partial<Route>): Route {
  return { status: 200, problems: [], query: noQuery, ...given };
}

export function json(schema: z.ZodType): RouteBody {
  return { content: { 'application/json': schema } };
}

export function optionalJson(schema: z.ZodType): RouteBody {
  return { ...json(schema), optional: true };
}

export function jsonOrYaml(schema: z.ZodType): RouteBody {
  return { content: { 'application/json': schema, [YAML]: schema } };
}
