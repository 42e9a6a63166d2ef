import request from 'supertest';
import { startServices, type RunningServices } from '../../../../test/support/services';

jest.setTimeout(60_000);

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
let services: RunningServices;

beforeAll(async () => {
  const env = { VERBATIM_API_KEYS: 'default:append:a-key-of-the-reference-0123456789abcdef' };
  services = await startServices({ only: ['context-builder'], env });
});
afterAll(() => services.stop());

/** Without a key, though requests need one. */
const get = (path: string, headers: Record<string, string> = {}) =>
  request(services.url).get(path).set(headers);

it('leads browsers from / to the reference, and tells programs where everything is', async () => {
  expect((await get('/v1/conversations')).status).toBe(401);
  const led = await get('/', { accept: BROWSER }).redirects(0);
  expect([led.status, led.headers['location']]).toEqual([302, '/docs']);
  for (const accept of ['application/json', '*/*']) {
    const { status, body } = await get('/', { accept });
    expect([status, body.name, body.links.openapi]).toEqual([200, 'Verbatim', '/openapi.json']);
    for (const link of Object.values<string>(body.links)) {
      expect((await get(link)).status).toBe(200);
    }
  }
});

it('shows a page that has nothing in line and nothing from elsewhere', async () => {
  const { text, headers } = await get('/docs');
  const directives = String(headers['content-security-policy']).split('; ');
  expect(directives).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'"]),
  );
  expect(directives.join()).not.toMatch(/unsafe|https?:|\*/);
  expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]+src=)|(src|href)="(?!\/)/);
  expect(text).toContain('<a href="/openapi.json">');
});

it('has every file of the page, each with its type, kept until it changes', async () => {
  const { text } = await get('/docs');
  const files = [...text.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => String(path));
  expect(files).toHaveLength(5);
  for (const path of ['/docs', '/openapi.json', ...files]) {
    const { status, headers } = await get(path);
    expect([path, status, headers['x-content-type-options']]).toEqual([path, 200, 'nosniff']);
    const { etag = '' } = headers;
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
    const head = await request(services.url).head(path);
    expect([head.status, head.headers['etag'], head.text]).toEqual([200, etag, undefined]);
  }
  const types = await Promise.all(files.map(async (path) => (await get(path)).headers['content-type']));
  expect(types.map((type) => String(type).split(';')[0]).toSorted()).toEqual([
    'image/svg+xml',
    'text/css',
    'text/css',
    'text/javascript',
    'text/javascript',
  ]);
});

it.each(['nothing.js', '..%2Fpage.ts', 'swagger-ui-LICENSE'])('has no other file: %s', async (name) => {
  const { status, body } = await get(`/docs/${name}`);
  expect([status, body.code]).toEqual([404, 'route-not-found']);
});

it('tells as its server the address that it was reached at', async () => {
  const { body } = await get('/openapi.json', { host: 'verbatim.test:8443' });
  expect(body.servers[0].url).toBe('http://verbatim.test:8443');
  const [sample] = body.paths['/v1/calls'].get['x-codeSamples'];
  expect(sample.source).toBe("curl 'http://verbatim.test:8443/v1/calls?limit=1'");
  const { body: wrong } = await get('/openapi.json', { host: 'a"b' });
  expect(wrong.servers[0].url).toBe('http://127.0.0.1:8080');
});
