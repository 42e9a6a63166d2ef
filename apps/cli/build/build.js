// `npm run build`: builds dist, unless it is made of the sources as they are. `--force` builds always.
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');
const { digest, distState, inputs, leaveStamp, root } = require('./dist-state');

/** Copies the files of the reference's page. */
const assemble = join(root, 'apps/context-builder/http/reference/assemble.js');

/** Undefined where only what runs was installed. */
function builder() {
  try {
    return require.resolve('@nestjs/cli/bin/nest.js');
  } catch {
    return undefined;
  }
}

/** @returns an exit code */
function build({ force = false } = {}) {
  if (!force && distState() === 'current') return 0;
  const nest = builder();
  if (nest === undefined) {
    process.stderr.write('dist is not current, and the tools to build it are not installed: run "npm ci"\n');
    return 1;
  }
  const [made, count] = [digest(), inputs().length];
  process.stderr.write('building dist (half a minute) …\n');
  const steps = [[nest, 'build', 'cli'], [assemble]];
  for (const words of steps) {
    const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' });
    if (status !== 0) return status ?? 1;
  }
  leaveStamp(made, count);
  return 0;
}

if (require.main === module) process.exitCode = build({ force: process.argv.includes('--force') });

module.exports = { build };
