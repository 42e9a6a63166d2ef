import { plainStyle } from '../display/style';
import { run } from '../program';
import type { Terminal } from '../terminal';

/** One command line run in this process, and what it wrote. */
export interface CommandRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function runCommand(...words: readonly string[]): Promise<CommandRun> {
  const written = { out: '', err: '' };
  const terminal: Terminal = {
    out: (text) => void (written.out += text),
    outBytes: (bytes) => void (written.out += Buffer.from(bytes).toString()),
    err: (text) => void (written.err += text),
    interactive: false,
    style: plainStyle,
  };
  const code = await run(words, terminal);
  return { code, ...written };
}
