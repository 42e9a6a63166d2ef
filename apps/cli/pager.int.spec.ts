import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pager, pagerCommand } from './pager';

const directory = mkdtempSync(join(tmpdir(), 'verbatim-pager-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('is the one that PAGER names, none where that is empty or cat', () => {
  expect(pagerCommand({ PAGER: 'more -e', PATH: '' })).toBe('more -e');
  expect(pagerCommand({ PAGER: '', PATH: directory })).toBeNull();
  expect(pagerCommand({ PAGER: 'cat', PATH: directory })).toBeNull();
});

test('is less where there is one', () => {
  expect(pagerCommand({ PATH: `/nowhere:${directory}` })).toBeNull();
  writeFileSync(join(directory, 'less'), '');
  chmodSync(join(directory, 'less'), 0o755);
  expect(pagerCommand({ PATH: `/nowhere:${directory}` })).toBe('less -FRX');
});

test('gets everything, and is waited for', async () => {
  const file = join(directory, 'seen');
  const pager = new Pager(`sleep 0.1; cat > '${file}'; echo "$LESS" >> '${file}'`, process.env);
  pager.write('漢字\n'.repeat(50_000));
  pager.write(Buffer.from('end\n'));
  await pager.end();
  expect(readFileSync(file, 'utf8')).toBe(`${'漢字\n'.repeat(50_000)}end\nFRX\n`);
});
