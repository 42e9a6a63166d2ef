import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suiteNeeding, type Need } from '../../../test/support/suite-needing';
import { runCommand } from '../testing/command-run';

const directory = mkdtempSync(join(tmpdir(), 'verbatim-completion-'));
afterAll(() => rmSync(directory, { recursive: true }));

async function scriptOf(shell: string): Promise<string> {
  const { code, out, err } = await runCommand('completion', shell);
  expect([code, err]).toEqual([0, '']);
  const file = join(directory, shell);
  writeFileSync(file, out);
  return file;
}

function run(shell: string, ...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(shell, words, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

const shellNeed = (name: string): Need => ({
  name,
  missing: () => (spawnSync(name, ['-c', 'exit 0']).error === undefined ? null : `there is no ${name}`),
});

suiteNeeding([shellNeed('bash')], 'completion in bash', () => {
  const complete = async (...words: readonly string[]): Promise<string> => {
    const script = `source "$1"; source "$1"; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _verbatim; echo "\${COMPREPLY[*]}"`;
    return run('bash', '--norc', '-c', script, 'bash', await scriptOf('bash'), ...words).trim();
  };

  test.each([
    ['commands', ['verbatim', 'pol'], 'policy'],
    ['subcommands', ['verbatim', 'audit', ''], 'show verify diff help'],
    ['options, of the command alone', ['verbatim', 'audit', 'verify', '--al'], '--all'],
    ['choices of an option', ['verbatim', 'import', '--format', 'openai-r'], 'openai-responses'],
    ['choices of an argument', ['verbatim', 'completion', ''], 'bash zsh fish'],
    [
      'nothing where a file is wanted, so that bash completes files',
      ['verbatim', 'policy', 'set', 'a', 'b'],
      '',
    ],
    ['nothing of what was typed', ['verbatim', '$(echo oops >&2)', 'conv'], 'conversations'],
  ])('completes %s', async (_, words, found) => expect(await complete(...words)).toBe(found));
});

suiteNeeding([shellNeed('zsh')], 'completion in zsh', () => {
  test('is known to the shell once it is sourced', async () => {
    const script = 'source $1; print -r -- $_comps[verbatim]';
    expect(run('zsh', '-f', '-c', script, 'zsh', await scriptOf('zsh'))).toBe('_verbatim\n');
  });
});

suiteNeeding([shellNeed('fish')], 'completion in fish', () => {
  test('completes commands and choices', async () => {
    const script = 'source $argv[1]; complete -C "verbatim pol"; complete -C "verbatim import --format ant"';
    const found = run('fish', '--no-config', '-c', script, await scriptOf('fish')).split('\n');
    expect(found.map((line) => line.split('\t')[0])).toEqual(['policy', 'anthropic', '']);
  });
});
