import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { settings } from '../../libs/platform/configuration-schema';
import { fromFile } from '../../libs/platform/configuration-sources';
import { root } from './documents';
import { ungrouped } from './settings-page';

const page = readFileSync(join(root, 'docs/settings.md'), 'utf8');

it('puts every setting under a heading of its own', () => {
  expect(ungrouped()).toEqual([]);
  const headings = [...page.matchAll(/^### `(.+)`$/gm)].map(([, path]) => path);
  expect(headings.toSorted()).toEqual(settings.map(({ path }) => path).toSorted());
});

it.each(settings.map(({ path, means }) => [path, means] as const))(
  '%s is explained in sentences',
  (_path, means) => {
    expect(means).toMatch(/^[A-Z].{15,}\.$/s);
  },
);

it('shows a file that the services take', () => {
  const [, example = ''] = /```yaml\n(.*?)```/s.exec(page) ?? [];
  expect(parse(example)).toMatchObject({ port: 8080 });
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-settings-'));
  try {
    const file = join(folder, 'verbatim.yaml');
    writeFileSync(file, example);
    const known = new Set(settings.map(({ path }) => path));
    expect(fromFile(file).filter(({ path }) => !known.has(path))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
