import { z } from 'zod';

const providerSchema = z.strictObject({
  /** Any server that speaks the chat completions protocol, path included. */
  baseUrl: z.url({ protocol: /^https?$/ }),
  /** Where its key is, never the key itself; without it the server wants none. */
  keyReference: z
    .string()
    .regex(/^(?:env|file):\S+$/)
    .optional(),
});

/** Completes "expected …". */
export const providersForm =
  '{"NAME": {"baseUrl": "https://…", "keyReference": "env:VARIABLE" or "file:PATH"}, …}, in a variable as JSON';

/** Who can be asked for summaries beside the installation's own provider, by the names that policies use. */
export const providersSchema = z.preprocess(
  (value) => (typeof value === 'string' ? parsed(value) : value),
  z.record(z.string().regex(/^[\w.-]{1,64}$/), providerSchema),
);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
