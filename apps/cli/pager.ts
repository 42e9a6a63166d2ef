import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';

/**
 * The command that shows long output: `PAGER` (none where it is empty or `cat`), else `less`, where there is one. It
 * ends by itself where everything fits on one screen, and lets colour through.
 */
export function pagerCommand(env: NodeJS.ProcessEnv): string | null {
  const { PAGER: chosen } = env;
  if (chosen !== undefined) return ['', 'cat'].includes(chosen.trim()) ? null : chosen;
  return isInstalled('less', env) ? 'less -FRX' : null;
}

/** A pager that is fed until `end`. Where the person leaves it earlier, the process ends: nobody reads on. */
export class Pager {
  private readonly process: ChildProcess;
  private ending = false;

  constructor(command: string, env: NodeJS.ProcessEnv) {
    const options = { LESS: 'FRX', LV: '-c', ...env };
    this.process = spawn('sh', ['-c', command], { stdio: ['pipe', 'inherit', 'inherit'], env: options });
    this.process.stdin?.on('error', () => undefined);
    // The terminal sends Ctrl-C to both; the pager decides.
    process.on('SIGINT', ignore);
    this.process.once('exit', () => {
      if (!this.ending) process.exit(0);
    });
  }

  write(data: string | Uint8Array): void {
    this.process.stdin?.write(data);
  }

  /** Waits until the person has left it. */
  async end(): Promise<void> {
    this.ending = true;
    const left = this.process.exitCode === null ? once(this.process, 'exit') : null;
    this.process.stdin?.end();
    await left;
    process.off('SIGINT', ignore);
  }
}

const ignore = (): void => undefined;

function isInstalled(program: string, env: NodeJS.ProcessEnv): boolean {
  return (env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
