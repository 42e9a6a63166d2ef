import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, ownIdentity } from './process-identity';

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('isAlive', () => {
  it('knows this process, and no process beyond the highest pid', async () => {
    expect(await isAlive(await ownIdentity())).toBe(true);
    expect(await isAlive({ pid: 2 ** 22 + 1, startTime: null })).toBe(false);
  });

  onLinux('tells apart a process that started at another time', async () => {
    expect(await isAlive({ pid: process.pid, startTime: 'boot/1' })).toBe(false);
  });

  onLinux('does not count a zombie, whose parent has not collected it', async () => {
    const parent = spawn('sh', ['-c', 'sh -c "exit 0" & echo $!; exec sleep 60']);
    const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
    const zombie = Number(pid.toString());
    while (!readFileSync(`/proc/${zombie}/stat`, 'utf8').includes(') Z ')) await delay(5);
    expect(await isAlive({ pid: zombie, startTime: null })).toBe(false);
    parent.kill('SIGKILL');
    await once(parent, 'close');
  });
});
