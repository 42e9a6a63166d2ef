import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documents, root } from './documents';

const made = documents();
// Schemas of event types that are gone must not stay.
const schemas = join(root, 'docs/schemas');
rmSync(schemas, { recursive: true, force: true });
mkdirSync(schemas);
for (const [path, text] of made) writeFileSync(join(root, path), text);
