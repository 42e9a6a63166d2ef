import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openApi } from '../../apps/context-builder/http/openapi';
import { routes } from '../../apps/context-builder/http/routes';
import { asyncApi } from './asyncapi';
import { clientTypes } from './client-types';
import { pythonTypes } from './python-types';
import { publishedSchemas } from './published-schemas';
import { settingsPage } from './settings-page';
import { validityPage } from './validity-page';

/** What makes the documents again. */
export const command = 'npm run documents';

export const root = join(__dirname, '../..');

/** Everything that is generated: its path in the project and its text, the same on every machine. */
export function documents(): Map<string, string> {
  return new Map([
    ['docs/openapi.json', text(openApi(routes))],
    ['docs/asyncapi.json', text(asyncApi())],
    ['docs/settings.md', `${settingsPage(command)}\n`],
    ['docs/validity.md', `${validityPage(command)}\n`],
    ['libs/client/api.ts', formatted('libs/client/api.ts', clientTypes(command))],
    ['libs/clients/python/src/verbatim_context/api.py', pythonTypes(command)],
    ...Object.entries(publishedSchemas()).map(
      ([name, schema]) => [`docs/schemas/${name}.json`, text(schema)] as const,
    ),
  ]);
}

/** By a process of its own: prettier loads modules in a way that Jest does not allow. */
function formatted(path: string, source: string): string {
  const words = [join(root, 'node_modules/prettier/bin/prettier.cjs'), '--stdin-filepath', join(root, path)];
  return spawnSync(process.execPath, words, { input: source, encoding: 'utf8', cwd: root }).stdout;
}

function text(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
