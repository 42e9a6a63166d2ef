import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

jest.setTimeout(300_000);

const root = join(__dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
  bin: Record<string, string>;
};

/** Without the settings of the tests. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VERBATIM_')));

function run(command: string, words: readonly string[], cwd = root): string {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

const heavy = [
  'typeorm',
  'pg',
  '@nestjs/core',
  '@nestjs/common',
  'js-tiktoken',
  'openai',
  'kafkajs',
  'rxjs',
  'zod',
];

/** The packages that a command line has loaded by its end. */
function loadedBy(...words: string[]): string[] {
  const script = `process.on('exit', () => console.error(JSON.stringify(Object.keys(require.cache))));
    process.argv.splice(1, 0, 'verbatim'); require(${JSON.stringify(join(root, 'apps/cli/bin/verbatim.js'))})`;
  const { stderr } = spawnSync(process.execPath, ['-e', script, '--', ...words], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as string[];
  return heavy.filter((name) => files.some((file) => file.includes(join('/node_modules', name, '/'))));
}

test('the package is ours by name, and brings the command by both names', () => {
  expect(manifest.name).toBe('verbatim-context');
  expect(Object.keys(manifest.bin)).toEqual(['verbatim', 'verbatim-context']);
});

test('it holds what the command needs and no test, key or setting', () => {
  const [packed] = JSON.parse(run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'])) as {
    files: { path: string }[];
    size: number;
  }[];
  const paths = packed?.files.map(({ path }) => path) ?? [];
  expect(paths).toEqual(
    expect.arrayContaining([
      'package.json',
      'README.md',
      'LICENSE',
      'apps/cli/bin/verbatim.js',
      'apps/cli/build/dist-state.js',
      'dist/apps/cli/main.js',
    ]),
  );
  expect(
    paths.filter((path) => /\.spec\.|\/testing\/|^test\/|(^|\/)\.|package-lock|made-of/.test(path)),
  ).toEqual([]);
  expect(packed?.size).toBeLessThan(5 * 1024 * 1024);
});

test.each([
  [['--version'], []],
  [['--help'], []],
  [['conversations', '--url', 'http://127.0.0.1:1'], []],
  [['import', join(root, 'package.json'), '--url', 'http://127.0.0.1:1'], []],
])('%j loads no package that it has no use for', (words, packages) => {
  expect(loadedBy(...words)).toEqual(packages);
});

test('a command that is built finds every module of its own', () => {
  const { stderr } = spawnSync(
    process.execPath,
    [join(root, 'apps/cli/bin/verbatim.js'), 'conversations', '--data', join(tmpdir(), 'no-such-folder')],
    { encoding: 'utf8' },
  );
  expect(stderr).toContain('no Verbatim serves');
});

const whole = process.env['VERBATIM_FULL_RIG'] === '1' ? test : test.skip;

whole('it works where it is installed, without anything of this project around it', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'verbatim-package-')));
  try {
    run('npm', ['pack', '--pack-destination', folder]);
    const tarball = join(folder, `${manifest.name}-${manifest.version}.tgz`);
    run(
      'npm',
      ['install', '--global', '--prefix', folder, '--no-audit', '--prefer-offline', tarball],
      folder,
    );
    expect(existsSync(join(folder, 'lib/node_modules', manifest.name, 'node_modules/typescript'))).toBe(
      false,
    );
    for (const name of Object.keys(manifest.bin)) {
      expect(run(join(folder, 'bin', name), ['--version'], folder)).toBe(
        `${manifest.name} ${manifest.version}\n`,
      );
    }
    const demo = run(join(folder, 'bin/verbatim'), ['demo', '--tasks', '1'], folder);
    expect(demo).toContain('What call');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
