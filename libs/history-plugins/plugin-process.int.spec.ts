import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { program } from './plugin-process';

/** A service that asks a plugin for what it never answers, and says which process that keeps. */
const service = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', process.env.PROGRAM], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced' });
  child.once('message', () => {
    const source = "export default { name: 'hang', process() { for (;;); } }";
    child.send({ token: 't', name: 'hang', file: { version: '1', form: 'module', source }, options: {}, call: 'process', session: { history: [] }, model: {}, models: {} });
    setTimeout(() => process.stdout.write(String(child.pid)), 200);
  });
`;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('a plugin that never returns ends with the service that was killed', async () => {
  const parent = spawn(process.execPath, ['-e', service], {
    env: { PROGRAM: program },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = (await once(parent.stdout, 'data')).map(Number);
  if (pid === undefined) throw new Error('no process was started');
  expect(isRunning(pid)).toBe(true);
  parent.kill('SIGKILL');
  while (isRunning(pid)) await sleep(50);
});
