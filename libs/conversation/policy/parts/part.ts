import { z } from 'zod';

export const { exactOptional: optional } = z;

/**
 * A part of a document: keys it does not know are refused by name, together with those it does. Under an `id` it stands
 * once in the published documents.
 */
export function part<S extends z.ZodRawShape>(shape: S, id?: string) {
  const allowed = Object.keys(shape).join(', ');
  const schema = z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? `unknown; allowed here: ${allowed}` : undefined),
  });
  return id === undefined ? schema : schema.meta({ id });
}
