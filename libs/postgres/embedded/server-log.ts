import { closeSync, openSync, readSync, unwatchFile, watchFile } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';

const pollMilliseconds = 500;

/** Keeps the log of the last start as `<path>.1`, so that the new one begins empty. */
export async function rotateLog(path: string): Promise<void> {
  await rename(path, `${path}.1`).catch(() => undefined);
}

/** The last `count` lines; none when there is no such file. */
export async function lastLines(path: string, count: number): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-count);
}

/**
 * Hands over every complete line written to the file from byte `offset` on. The server writes to a file, not to us,
 * so that it outlives this process; hence the polling.
 * @returns stops it, after handing over what is there
 */
export function followLog(path: string, offset: number, onLine: (line: string) => void): () => void {
  let position = offset;
  let rest = Buffer.alloc(0);
  const poll = (): void => {
    const added = readFrom(path, position);
    position += added.length;
    rest = Buffer.concat([rest, added]);
    const end = rest.lastIndexOf('\n') + 1;
    const lines = rest.toString('utf8', 0, end).split('\n').slice(0, -1);
    rest = rest.subarray(end);
    lines.forEach(onLine);
  };
  watchFile(path, { interval: pollMilliseconds, persistent: false }, poll);
  return () => {
    unwatchFile(path, poll);
    poll();
  };
}

/** Size in bytes, 0 when there is no such file. */
export async function logSize(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

function readFrom(path: string, position: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const chunks: Buffer[] = [];
    for (let at = position; ;) {
      const chunk = Buffer.alloc(65_536);
      const length = readSync(file, chunk, 0, chunk.length, at);
      if (length === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, length));
      at += length;
    }
  } finally {
    closeSync(file);
  }
}
