import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertReachable } from './system-user';

let root: string;
let inner: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'verbatim-reach-'));
  inner = join(root, 'inner');
  await mkdir(inner);
});

afterEach(() => rm(root, { recursive: true, force: true }));

const stranger = { name: 'stranger', uid: 4242, gid: 4242 };

it('names the folder that keeps the user out, and the remedy', () => {
  expect(() => assertReachable(inner, stranger)).toThrow(
    `the user stranger, who cannot reach ${inner}: no permission on ${root}; ` +
      `run as another user, move it to a folder open to all, or run: chmod o+x '${root}'`,
  );
});

it('passes where the way is open, by owner, group or everybody', async () => {
  const { uid, gid } = await stat(root);
  expect(() => assertReachable(inner, { name: 'owner', uid, gid: 4242 })).not.toThrow();
  await chmod(root, 0o710);
  expect(() => assertReachable(inner, { name: 'group', uid: 4242, gid })).not.toThrow();
  await chmod(root, 0o711);
  expect(() => assertReachable(inner, stranger)).not.toThrow();
});
