import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder; `afterAll` of the calling spec removes it. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'verbatim-platform-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
