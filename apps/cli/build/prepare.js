// `prepare`, which npm runs in a clone after `npm ci`, for `npm link` and for `npx`: dist, and the command in node_modules/.bin.
const { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { build } = require('./build');
const { isClone, root } = require('./dist-state');

function link(name) {
  const folder = join(root, 'node_modules/.bin');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  if (process.platform === 'win32') {
    writeFileSync(`${path}.cmd`, '@node "%~dp0\\..\\..\\apps\\cli\\bin\\verbatim.js" %*\r\n');
    return;
  }
  rmSync(path, { force: true });
  symlinkSync('../../apps/cli/bin/verbatim.js', path);
}

if (isClone() && existsSync(join(root, 'node_modules'))) {
  ['verbatim', 'verbatim-context'].forEach(link);
  process.exitCode = build();
}
