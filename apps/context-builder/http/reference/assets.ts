import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** What the page takes of the package swagger-ui-dist. */
export const swaggerUi = {
  script: 'swagger-ui-bundle.js',
  style: 'swagger-ui.css',
} as const;

const names: ReadonlySet<string> = new Set([
  ...Object.values(swaggerUi),
  'reference.js',
  'reference.css',
  'icon.svg',
]);

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export interface Asset {
  readonly type: string;
  readonly body: Buffer;
}

const read = new Map<string, Asset>();

/** A file of the reference's page; null where there is none of that name. */
export function assetOf(name: string): Asset | null {
  if (!names.has(name)) return null;
  const known = read.get(name);
  if (known) return known;
  const asset = {
    type: types[extname(name)] ?? 'application/octet-stream',
    body: readFileSync(fileOf(name)),
  };
  read.set(name, asset);
  return asset;
}

/** A build has all of them beside it (assemble.js); the sources find Swagger UI in its package. */
function fileOf(name: string): string {
  const file = join(__dirname, 'assets', name);
  return existsSync(file) ? file : require.resolve(`swagger-ui-dist/${name}`);
}
