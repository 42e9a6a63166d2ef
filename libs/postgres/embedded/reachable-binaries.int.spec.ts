import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { reachableBinaries } from './reachable-binaries';
import { unprivilegedUser } from './system-user';

const user = unprivilegedUser();
const asRoot = user === undefined ? describe.skip : describe;

asRoot('programs that the unprivileged user cannot reach (as root only)', () => {
  const closed = mkdtempSync(join(tmpdir(), 'verbatim-closed-'));
  const bin = join(closed, 'native', 'bin');
  const binaries = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };

  beforeAll(() => {
    mkdirSync(bin, { recursive: true });
    for (const path of Object.values(binaries)) {
      writeFileSync(path, '#!/bin/sh\necho "run by $(id -u)"\n');
      chmodSync(path, 0o755);
    }
  });

  afterAll(() => rmSync(closed, { recursive: true }));

  it('are copied to where that user can run them, once', () => {
    if (user === undefined) return;
    const { postgres } = reachableBinaries(binaries, user);
    expect(postgres).not.toBe(binaries.postgres);
    const output = execFileSync(postgres, { uid: user.uid, gid: user.gid, cwd: '/', encoding: 'utf8' });
    expect(output).toBe(`run by ${user.uid}\n`);
    expect(reachableBinaries(binaries, user).postgres).toBe(postgres);
    rmSync(dirname(dirname(postgres)), { recursive: true });
  });

  it('are used in place where nothing is in the way', () => {
    if (user === undefined) return;
    chmodSync(closed, 0o755);
    expect(reachableBinaries(binaries, user)).toEqual(binaries);
  });
});
