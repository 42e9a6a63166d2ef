import { sentence, type JsonText } from '@verbatim/formats';
import { z } from 'zod';
import { CommandFailure } from '../failure';
import type { Sample } from './sample';

/**
 * What a producer promises to send: sample records and, where they are messages, what each is read as. `headers` are
 * those of CloudEvents' binary mode, whose value is `data` alone.
 */
const contractSchema = z.strictObject({
  producer: z.string().min(1),
  records: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        headers: z.record(z.string(), z.string()).optional(),
        value: z.unknown(),
        message: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .min(1),
});

export function isContract(document: JsonText): boolean {
  return document.property('records')?.kind === 'array' && document.property('producer') !== undefined;
}

/** The records of a contract, their values as they are written. @throws CommandFailure that names the file */
export function contractSamples(file: string, document: JsonText): Sample[] {
  const value = document.value();
  const parsed = contractSchema.safeParse(value);
  if (!parsed.success) throw new CommandFailure(`${file}: ${sentence(parsed.error, value, 'contract')}`);
  const texts = document.property('records')?.elements() ?? [];
  return parsed.data.records.map(({ name, headers = {}, message }, index) => ({
    name,
    headers,
    text: texts[index]?.property('value')?.slice() ?? '',
    ...(message && { message }),
  }));
}
