import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../documents';

/** What a block of shell commands printed. */
export interface Printed {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs blocks of a page as a reader would: in one folder, with `verbatim` on the path, beside a running service. */
export class ShellSession {
  private readonly bin: string;

  /** `url` is that of the service; pages print its default one. */
  constructor(
    readonly folder: string,
    private readonly url: string,
    private readonly environment: NodeJS.ProcessEnv = {},
  ) {
    this.bin = join(folder, '.bin');
    mkdirSync(this.bin, { recursive: true });
    this.install('verbatim', join(root, 'apps/cli/bin/verbatim.js'));
  }

  /** Stops at the first command that fails, as `set -e` does. */
  async run(commands: string): Promise<Printed> {
    const { host } = new URL(this.url);
    const script = commands.replaceAll(/(?:localhost|127\.0\.0\.1):8080/g, host);
    const env = { ...neutral(), ...this.environment, PATH: `${this.bin}${delimiter}${process.env['PATH']}` };
    const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: this.folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('error', reject).on('close', resolve);
    });
    const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    return { code, out, err };
  }

  private install(name: string, script: string): void {
    const file = join(this.bin, name);
    writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`);
    chmodSync(file, 0o755);
  }
}

/** This process's environment without what says where services are, and which keys they take. */
function neutral(): NodeJS.ProcessEnv {
  const foreign = /^(?:OPENAI|ANTHROPIC|VERBATIM|KAFKA)_|^DATABASE_URL$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
