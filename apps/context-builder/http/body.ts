import { VerbatimError } from '@verbatim/conversation';
import { parseJson, sentence } from '@verbatim/formats';
import { readYaml } from '@verbatim/platform';
import type { Request } from 'express';
import { parse as parseYaml } from 'yaml';
import type { z } from 'zod';

const JSON_TYPES = ['application/json'];
const YAML_TYPES = ['application/yaml', 'application/x-yaml', 'text/yaml'];

/** The body's text, whatever it is of. @throws VerbatimError `request-invalid` where it is not UTF-8 */
export function bodyText(request: Request): string {
  const body: unknown = request.body;
  if (!Buffer.isBuffer(body)) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new VerbatimError('request-invalid', 'the body is not UTF-8', {}, { cause });
  }
}

/** The text of a JSON body. Other content types are refused: a browser sends those to any site without asking. */
export function jsonText(request: Request): string {
  checkType(request, JSON_TYPES);
  return bodyText(request);
}

/** @throws VerbatimError `request-invalid` with the path of what is wrong */
export function jsonBody<T extends z.ZodType>(request: Request, schema: T): z.output<T> {
  return valid(schema, parseJson(jsonText(request), 'request-invalid').value(), 'request');
}

/** As `jsonBody`, where no body at all is an empty object. */
export function optionalJsonBody<T extends z.ZodType>(request: Request, schema: T): z.output<T> {
  const empty = !Buffer.isBuffer(request.body) || request.body.length === 0;
  return empty ? valid(schema, {}, 'request') : jsonBody(request, schema);
}

/** A document in JSON or, by its content type, YAML. @throws VerbatimError `request-invalid` */
export function documentBody(request: Request): unknown {
  checkType(request, [...JSON_TYPES, ...YAML_TYPES]);
  const text = bodyText(request);
  if (!YAML_TYPES.includes(mediaType(request))) return parseJson(text, 'request-invalid').value();
  const { fault } = readYaml(text);
  if (fault !== null) {
    const { line, column, reason } = fault;
    throw new VerbatimError('request-invalid', `not YAML: ${reason}, at line ${line}, column ${column}`);
  }
  try {
    // What aliases made contain itself cannot be written as JSON, and is refused.
    return JSON.parse(JSON.stringify(parseYaml(text, { maxAliasCount: 100, logLevel: 'error' }))) as unknown;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new VerbatimError('request-invalid', `not YAML: ${reason}`, {}, { cause });
  }
}

/** @throws VerbatimError `request-invalid`; `name` begins the sentence where the value itself has no path */
export function valid<T extends z.ZodType>(schema: T, value: unknown, name: string): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new VerbatimError('request-invalid', sentence(parsed.error, value, name));
}

function checkType(request: Request, allowed: readonly string[]): void {
  const type = mediaType(request);
  if (allowed.includes(type)) return;
  const named = type === '' ? 'none was named' : `not ${type}`;
  throw new VerbatimError('request-invalid', `content-type: expected ${allowed.join(' or ')}, ${named}`);
}

function mediaType(request: Request): string {
  return (request.headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase();
}
