// Whether dist was made of the sources as they are now. Used before anything is built: plain JavaScript.
const { createHash } = require('node:crypto');
const { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');

const root = join(__dirname, '../../..');
const main = join(root, 'dist/apps/cli/main.js');
/** Holds the digest of what dist was made of; its own time is when the two were last seen to agree. */
const stamp = join(root, 'dist/made-of');
const settings = ['package-lock.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];
const notBuilt = /(\.spec|\.features)\.ts$|[\\/]testing[\\/]/;

/** Only a clone has what it takes to build. */
function isClone() {
  return settings.every((file) => existsSync(join(root, file)));
}

function sources(folder = root, found = []) {
  const inside = folder === root ? ['apps', 'libs'].map((name) => [name, true]) : entriesOf(folder);
  for (const [name, isFolder] of inside) {
    const path = join(folder, name);
    // What a library's own build left is no source.
    if (isFolder && name !== 'dist') sources(path, found);
    else if (!isFolder && /\.(ts|js|json|css|svg)$/.test(name) && !notBuilt.test(path)) found.push(path);
  }
  return found;
}

function entriesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).map((entry) => [entry.name, entry.isDirectory()]);
}

function inputs() {
  return [...settings.map((file) => join(root, file)), ...sources()];
}

/** The same for the same names and contents of all that dist is made of. */
function digest() {
  const hash = createHash('sha256');
  const files = inputs().map((file) => relative(root, file).replaceAll('\\', '/'));
  for (const file of files.toSorted()) {
    const content = createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex');
    hash.update(`${file} ${content}\n`);
  }
  return hash.digest('hex');
}

/** `current`, `stale` or `missing`. Looks into files only where one is newer than the stamp. */
function distState() {
  if (!existsSync(main)) return 'missing';
  if (!isClone()) return 'current';
  if (!existsSync(stamp)) return 'stale';
  const [made, count] = readFileSync(stamp, 'utf8').trim().split(' ');
  const files = inputs();
  const agreed = statSync(stamp).mtimeMs;
  if (String(files.length) === count && files.every((file) => statSync(file).mtimeMs <= agreed))
    return 'current';
  if (digest() !== made) return 'stale';
  touch();
  return 'current';
}

/** So that the next look is a quick one; a folder that may not be written to stays as it is. */
function touch() {
  try {
    utimesSync(stamp, new Date(), new Date());
  } catch {
    // Then the next look compares contents again.
  }
}

/** @param made the digest from before the build: what changed meanwhile is not in dist */
function leaveStamp(made, count) {
  writeFileSync(stamp, `${made} ${count}\n`);
}

module.exports = { digest, distState, inputs, isClone, leaveStamp, main, root };
