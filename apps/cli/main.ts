import { run } from './program';
import { standardTerminal } from './terminal';

// `verbatim history … | head` closes our output early; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

async function main(): Promise<void> {
  const code = await run(process.argv.slice(2), standardTerminal);
  // A service that failed to start may leave timers behind; one that started keeps the process alive.
  if (code !== 0) process.exit(code);
}

void main();
