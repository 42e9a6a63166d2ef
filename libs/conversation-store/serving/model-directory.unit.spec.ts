import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelDirectory } from './model-directory';

const folder = mkdtempSync(join(tmpdir(), 'verbatim-models-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  [
    '[{"id":"a","provider":"p","maxContext":{"token":5}}]',
    'models[0].maxContext.tokens is missing, but there is "token"',
  ],
  ['{}', 'models: expected array, got object'],
  ['[\n{"id":"a",}]', 'not JSON: expected a name in double quotes at line 2, column 11'],
])('a models file that holds %s is refused in one sentence', async (content, reason) => {
  const file = join(folder, 'models.json');
  writeFileSync(file, content);
  const opened = ModelDirectory.open({ modelEntries: async () => [] }, file);
  await expect(opened).rejects.toThrow(`the models file ${file} cannot be used: ${reason}`);
});
