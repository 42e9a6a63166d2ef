import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, ownIdentity } from './process-identity';

const isLinux = process.platform === 'linux';

async function untilStat(pid: number | undefined, text: string): Promise<void> {
  while (!readFileSync(`/proc/${pid}/stat`, 'utf8').includes(text)) await delay(5);
}

describe('isAlive', () => {
  it('knows this process, and no process beyond the highest pid', async () => {
    expect(await isAlive(await ownIdentity())).toBe(true);
    expect(await isAlive({ pid: 2 ** 22 + 1, startTime: null })).toBe(false);
  });

  it('tells apart a process that started at another time', async () => {
    if (!isLinux) return;
    expect(await isAlive({ pid: process.pid, startTime: 'boot/1' })).toBe(false);
  });

  it('does not count a zombie, whose parent has not collected it', async () => {
    if (!isLinux) return;
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
    const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
    const zombie = Number(pid.toString());
    await untilStat(parent.pid, '(sleep)'); // a shell would still collect its child, sleep never does
    expect(await isAlive({ pid: zombie, startTime: null })).toBe(true);
    process.kill(zombie, 'SIGKILL');
    await untilStat(zombie, ') Z ');
    expect(await isAlive({ pid: zombie, startTime: null })).toBe(false);
    parent.kill('SIGKILL');
    await once(parent, 'close');
  });
});
