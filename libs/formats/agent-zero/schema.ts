import { z } from 'zod';

/** A text, or texts that Agent Zero joins with a blank line. */
const system = z.union([z.string(), z.array(z.string())]);
const content = z.union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())]);

/** One message of Agent Zero's history; keys it does not name (id, summary, tokens) are kept as they came. */
export const agentZeroMessageSchema = z.looseObject({ ai: z.boolean(), content });

/** What stands apart from the messages. */
export const agentZeroSystemSchema = z.looseObject({ system });
