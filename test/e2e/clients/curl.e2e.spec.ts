import { createHash, randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { call } from '../../support/conversation-client';
import { type RunningServices, startServices } from '../../support/services';
import { type Need, suiteNeeding } from '../../support/suite-needing';
import { models } from './openai-models';
import { question, run } from './sample';

jest.setTimeout(60_000);

/** With `--fail-with-body` and `%header{…}` of 2022. */
const curlNeed: Need = {
  name: 'curl',
  missing: () => {
    const said = (program: string) => spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '';
    const [, major = 0, minor = 0] = /^curl (\d+)\.(\d+)/.exec(said('curl')) ?? [];
    if (Number(major) < 7 || (Number(major) === 7 && Number(minor) < 83)) return 'curl 7.83 is missing';
    return said('jq') === '' ? 'jq is missing: install it, so that it is on the PATH' : null;
  },
};

suiteNeeding([curlNeed], 'the turn by hand with curl', () => {
  let services: RunningServices;

  beforeAll(async () => {
    services = await startServices({ only: ['projector', 'context-builder'] });
  });

  afterAll(() => services.stop());

  test('forwards the very bytes that are on receipt', async () => {
    const model = await models({ chat: () => ({ content: 'Both are out for delivery.' }) });
    const conversation = `c-${randomUUID()}`;
    const path = `/v1/conversations/${conversation}`;
    // A number that JSON.parse would change is on its way to the model.
    const earlier = '{"messages":[{"role":"user","content":"Hi","n":12345678901234567890,"one":1.0}]}';
    await call(services.url, 'POST', `${path}/messages`, earlier);
    const environment = { VERBATIM_URL: services.url, OPENAI_BASE_URL: `${model.url}/v1` };
    const [verdict = '', ...history] = await run('chat.sh', [conversation, question], environment);

    expect(model.calls).toHaveLength(1);
    const sent = model.calls[0]?.raw ?? '';
    expect(sent).toContain('"n":12345678901234567890,"one":1.0');
    const sha256 = createHash('sha256').update(sent.replace('"model":"gpt-4o",', '')).digest('hex');
    expect(JSON.parse(verdict)).toEqual({ segments: 'ok', fold: 'ok', sent: 'ok', sha256 });
    expect(history.map((line) => line.replace(/^#\d+ /, ''))).toEqual([
      'user: Hi',
      `user: ${question}`,
      'assistant: Both are out for delivery.',
    ]);
  });
});
