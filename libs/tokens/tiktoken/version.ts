import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

function installedVersion(): string {
  // The package does not export its package.json, so it is found beside the entry point.
  const manifest = join(dirname(require.resolve('js-tiktoken/lite')), '..', 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return version;
}

/** What receipts record as the tokeniser, e.g. `js-tiktoken@1.0.21` (SPEC 8). */
export const TOKENISER_VERSION = `js-tiktoken@${installedVersion()}`;
