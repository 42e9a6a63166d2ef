import { z } from 'zod';
import { problemStatus } from './problem';
import type { Route } from './route';

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}
h2{font-size:1rem;margin:2rem 0 .3rem;font-family:ui-monospace,monospace}p{margin:.3rem 0}
pre{background:#f4f4f4;padding:.7rem;overflow:auto;font-size:13px}summary{cursor:pointer;color:#555}
code{background:#f4f4f4}`;

/** The API as one readable page, without anything from elsewhere. */
export function docsPage(routes: Readonly<Record<string, Route>>): string {
  const sections = Object.values(routes).map(section).join('\n');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Verbatim API</title><style>${style}</style>
<h1>Verbatim API</h1>
<p>An API key, sent as <code>authorization: Bearer KEY</code> or <code>x-api-key: KEY</code>, decides the tenant and
what may be asked; it is needed outside loopback, and wherever keys are configured. Where no key says the tenant, header
<code>x-tenant-id</code> does (default <code>default</code>). Errors are RFC 9457 problem
documents with a stable <code>code</code>. Lists are <code>{items, next}</code>; <code>next</code> is the cursor of the
page after. The same as <a href="/openapi.json">OpenAPI</a>.</p>
${sections}
</html>
`;
}

function section({ method, path, scope, summary, query, body, answer, status, problems }: Route): string {
  const codes = problems.map((code) => `<code>${problemStatus[code]} ${code}</code>`).join(', ');
  return `<section><h2>${method} ${escaped(path)}</h2><p>${escaped(summary)}. Scope <code>${scope}</code></p>
${Object.keys(query.shape).length > 0 ? schema('query', query, 'input') : ''}
${body ? schema(`body: ${body.types.join(', ')}`, body.schema, 'input') : ''}
${schema(`answer ${status}`, answer, 'output')}
${codes === '' ? '' : `<p>Problems: ${codes}</p>`}</section>`;
}

function schema(title: string, type: z.ZodType, io: 'input' | 'output'): string {
  const { $schema: _dialect, ...described } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  const text = escaped(JSON.stringify(described, null, 2));
  return `<details><summary>${escaped(title)}</summary><pre>${text}</pre></details>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
