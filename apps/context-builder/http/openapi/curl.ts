import type { Route } from '../route';
import { examplePath } from './path-parameters';

/** Where a service listens that was told nothing else. */
export const defaultServer = 'http://127.0.0.1:8080';

/** The example of a request as a command to copy. */
export function curl({ method, path, body, example }: Route): string {
  const query = new URLSearchParams(
    Object.entries(example.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const url = `${defaultServer}${examplePath(path, example.path)}${query === '' ? '' : `?${query}`}`;
  const [type] = Object.keys(body?.content ?? {});
  const lines = [
    method === 'GET' ? `curl ${quoted(url)}` : `curl -X ${method} ${quoted(url)}`,
    ...(type === undefined || example.body === undefined
      ? []
      : [`-H ${quoted(`content-type: ${type}`)}`, `-d ${quoted(JSON.stringify(example.body, null, 2))}`]),
  ];
  return lines.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
