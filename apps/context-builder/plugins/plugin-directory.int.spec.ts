import { mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PluginDirectory } from './plugin-directory';

let folder: string;
let told: [string, string][];
let directory: PluginDirectory;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plugins-'));
  told = [];
  directory = new PluginDirectory(folder, { onProblem: (file, { code }) => told.push([file, code]) });
});

afterEach(() => rm(folder, { recursive: true }));

const put = (file: string, source: string): Promise<void> => writeFile(join(folder, file), source);
const good = (name: string): string => `export default { name: '${name}', process: (history) => history };`;

async function listed() {
  const items = (await directory.available()).filter(({ source }) => source === 'file');
  return items.map(({ name, file, code, problem }) => ({ name, file, code, problem }));
}

const broken: readonly [what: string, file: string, source: string, code: string, detail: RegExp][] = [
  [
    'a syntax error in a module',
    'plugin_history_x.mjs',
    "export default {\n  name: 'x',\n  process( {\n};\n",
    'plugin-syntax',
    /SyntaxError: .*\(plugin_history_x\.mjs:4\)$/,
  ],
  [
    'a syntax error in a script',
    'plugin_history_x.js',
    'module.exports = {\n  a: (\n};\n',
    'plugin-syntax',
    /SyntaxError: .*\(plugin_history_x\.js:3\)$/,
  ],
  [
    'another name inside',
    'plugin_history_x.mjs',
    good('y'),
    'plugin-name',
    /^its name is "y", its file says "x"$/,
  ],
  [
    'no default export',
    'plugin_history_x.mjs',
    "export const name = 'x';",
    'plugin-shape',
    /^it has no default export$/,
  ],
  [
    'no process',
    'plugin_history_x.mjs',
    "export default { name: 'x' };",
    'plugin-shape',
    /^its process is no function$/,
  ],
  [
    'a hook that is no function',
    'plugin_history_x.mjs',
    "export default { name: 'x', process() {}, onModelSwitch: 5 };",
    'plugin-shape',
    /onModelSwitch/,
  ],
  [
    'a throw while it is loaded',
    'plugin_history_x.mjs',
    "const one = 1;\n\nthrow new Error('top');",
    'plugin-throws',
    /Error: top \(plugin_history_x\.mjs:3\)$/,
  ],
  ['an end of its process', 'plugin_history_x.mjs', 'process.exit(3)', 'plugin-died', /exit code 3/],
  ['a loop while it is loaded', 'plugin_history_x.mjs', 'for (;;);', 'plugin-slow', /^it took longer than/],
  [
    'a wait without end',
    'plugin_history_x.mjs',
    'await new Promise(() => {}); export default {};',
    'plugin-slow',
    /^it took longer than/,
  ],
  [
    'a name without its beginning',
    'history_x.mjs',
    good('x'),
    'plugin-misnamed',
    /rename history_x\.mjs to plugin_history_x\.mjs$/,
  ],
  [
    'an extension that is not taken',
    'plugin_history_x.cjs',
    '',
    'plugin-misnamed',
    /rename plugin_history_x\.cjs to plugin_history_x\.mjs$/,
  ],
];

it.each(broken)('a file with %s is listed with what is wrong, and harms no other', async (...of) => {
  const [, file, source, code, detail] = of;
  await put(file, source);
  await put('plugin_history_good.mjs', good('good'));
  expect(await listed()).toEqual([
    { name: 'good', file: 'plugin_history_good.mjs', code: null, problem: null },
    { name: 'x', file, code, problem: expect.stringMatching(detail) },
  ]);
  await directory.available();
  expect(told).toEqual([[file, code]]);
});

it('a file is loaded once, and again when it changes', async () => {
  const trace = join(folder, 'loaded.txt');
  const tracing = (more: string): string =>
    `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(trace)}, 'x'); ${more}`;
  await put('plugin_history_x.mjs', tracing(good('x')));
  for (let look = 0; look < 3; look += 1) await listed();
  expect(await readFile(trace, 'utf8')).toBe('x');
  await put('plugin_history_x.mjs', tracing(good('y')));
  expect(await listed()).toMatchObject([{ code: 'plugin-name' }]);
  expect(await readFile(trace, 'utf8')).toBe('xx');
  await unlink(join(folder, 'plugin_history_x.mjs'));
  expect(await listed()).toEqual([]);
});

it('what is no code is not listed', async () => {
  await put('README.md', '');
  await put('package.json', '{}');
  await put('.hidden.mjs', '');
  expect(await listed()).toEqual([]);
});

it('a function of options is a fault only where it throws for those of a policy', async () => {
  const source = `export default ({ least }) => {
    if (least === undefined) throw new Error('least?');
    return { name: 'x', process: (history) => history };
  };`;
  await put('plugin_history_x.mjs', source);
  expect(await listed()).toMatchObject([{ code: null }]);
  expect(await directory.problemOf('x', { least: 5 })).toBeNull();
  expect(await directory.problemOf('x', {})).toMatchObject({
    code: 'plugin-options',
    detail: expect.stringContaining('Error: least?'),
  });
});
