import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const manifestSchema = z.object({ version: z.string(), engines: z.object({ node: z.string() }) });

/** What package.json says of this version: in the nearest folder above, from the sources and from what was built alike. */
export function manifest(folder = __dirname): z.output<typeof manifestSchema> {
  const file = join(folder, 'package.json');
  if (existsSync(file)) return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  if (dirname(folder) === folder) throw new Error('there is no package.json above the service');
  return manifest(dirname(folder));
}
