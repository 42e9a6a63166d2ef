import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { call } from '../../support/conversation-client';
import { httpx, openAi, pythonEnvironment, pythonNeed } from '../../support/python';
import { type RunningServices, startServices } from '../../support/services';
import { suiteNeeding } from '../../support/suite-needing';
import { models } from './openai-models';
import { run } from './sample';

jest.setTimeout(120_000);

const project = join(__dirname, '../../../libs/clients/python');
const { PYTHONPATH: packages = '', ...rest } = pythonEnvironment(httpx, openAi);

/** The services run in this process: it must not stand still meanwhile. */
async function python(words: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const options = { env: { ...process.env, ...rest, ...env }, cwd: project };
  const { stdout, stderr } = await promisify(execFile)('python3', words, options);
  return `${stdout}${stderr}`;
}

suiteNeeding([pythonNeed(httpx, openAi)], 'the Python client', () => {
  let folder: string;
  let services: RunningServices;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'verbatim-python-'));
    await python(['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', folder, project], {});
    services = await startServices({ only: ['projector', 'context-builder'] });
  });

  afterAll(async () => {
    await services.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const environment = () => ({ PYTHONPATH: [folder, packages].join(delimiter), VERBATIM_URL: services.url });

  test('passes its own tests as it was installed, and its synchronous half is current', async () => {
    const told = await python(['-m', 'unittest', 'discover', '-s', 'tests'], environment());
    expect(told).toMatch(/Ran \d{2} tests/);
    expect(told).toContain('OK');
    expect(await python(['make_synchronous.py', '--check'], {})).toBe('');
  });

  test('runs the first agent of the README', async () => {
    const model = await models({ chat: () => ({ content: 'It is out for delivery.' }) });
    const lines = await run('agent.py', [], { ...environment(), OPENAI_BASE_URL: `${model.url}/v1` });
    expect(lines[0]).toBe('It is out for delivery.');
    expect(lines[1]).toMatch(/^What did the model see\? verbatim saw parcel-7391 \S+$/);
    expect(model.calls[0]?.body['messages']).toEqual([{ role: 'user', content: 'Where is my parcel 7391?' }]);
  });

  test('reads what it wrote, lists, proves and sets policies, in both halves', async () => {
    await call(
      services.url,
      'POST',
      '/v1/conversations/other/messages',
      '{"messages":[{"role":"user","content":"x"}]}',
    );
    const script = `
import asyncio, hashlib
from verbatim_context import AsyncVerbatim, Verbatim, VerbatimApiError

with Verbatim() as verbatim:
    chat = verbatim.conversation("python/1")
    chat.append(['{"role":"user","content":"Hi","n":12345678901234567890,"one":1.0}'], system="Be kind.")
    context = chat.context("gpt-4o", pending=[("p-1", {"role": "user", "content": "Still there?"})])
    assert '"n":12345678901234567890,"one":1.0' in context.body_text
    assert hashlib.sha256(context.body_text.encode()).hexdigest() == context.sha256
    assert len(context.body["messages"]) == 3
    assert verbatim.calls.sent(context.call_id, context.sha256)["sent"] == "ok"
    verdict = verbatim.calls.verify(context.call_id)
    assert (verdict["segments"], verdict["fold"], verdict["sent"]) == ("ok", "ok", "ok"), verdict
    assert verbatim.calls.bytes(context.call_id, by="fold").decode() == context.body_text
    assert verbatim.calls.receipt(context.call_id)["sha256"] == context.sha256
    assert [call["callId"] for call in chat.calls()] == [context.call_id]
    assert chat.state()["messages"] == 2
    assert [item["role"] for item in chat.history()] == ["system", "user"]
    assert chat.recall([item["id"] for item in chat.history()][1])["kind"] == "message"
    verbatim.policies.set("short", {"window": {"maxMessages": 2}})
    assert verbatim.policies.get("short")["name"] == "short"
    chat.set_policy("short")
    chat.describe(title="A greeting", user="ann/17", metadata={"project": "x"})
    chat.append([{"role": "user", "content": "Bye"}])
    chat.context("gpt-4o")
    assert [one["id"] for one in verbatim.conversations(user="ann/17")] == ["python/1"]
    try:
        verbatim.policies.set("bad", {"window": {"maxMessages": 0}})
    except VerbatimApiError as error:
        assert error.code == "policy-invalid", error
    else:
        raise AssertionError("a bad policy was taken")

async def main():
    async with AsyncVerbatim() as verbatim:
        chat = verbatim.conversation("python/2")
        await chat.append([{"role": "user", "content": "Hi"}])
        context = await chat.context("gpt-4o")
        assert [message["content"] for message in context.body["messages"]] == ["Hi"]
        assert [call["callId"] async for call in chat.calls()] == [context.call_id]

asyncio.run(main())
print("done")
`;
    expect(await python(['-c', script], environment())).toBe('done\n');
  });
});
