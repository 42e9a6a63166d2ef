import { readFile } from 'node:fs/promises';

/**
 * A process, told apart from a later one with the same pid by `startTime` (boot id and clock ticks since boot).
 * `startTime` is null where the system does not tell it: anywhere but Linux.
 */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string | null;
}

/** This process. */
export async function ownIdentity(): Promise<ProcessIdentity> {
  const running = await processOnLinux(process.pid);
  return { pid: process.pid, startTime: running?.startTime ?? null };
}

/** Whether this very process still runs. A zombie, killed but not yet collected by its parent, does not. */
export async function isAlive({ pid, startTime }: ProcessIdentity): Promise<boolean> {
  if (!isSignalable(pid)) return false;
  const running = await processOnLinux(pid);
  if (running === null) return isSignalable(pid);
  return (
    running.state !== 'Z' && running.state !== 'X' && (startTime === null || running.startTime === startTime)
  );
}

function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** From /proc/PID/stat, whose second field, the command in parentheses, may itself hold spaces and parentheses. */
async function processOnLinux(pid: number): Promise<{ state: string; startTime: string } | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
    return { state, startTime: `${boot.trim()}/${fields[18] ?? ''}` };
  } catch {
    return null;
  }
}
