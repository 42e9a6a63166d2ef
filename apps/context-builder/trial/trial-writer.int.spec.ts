import { ModelRegistry, shippedModels } from '@verbatim/conversation';
import type { WriteRequest } from '@verbatim/owed-work';
import { loadConfiguration } from '@verbatim/platform';
import { TiktokenCounter } from '@verbatim/tokens';
import { TrialWriter } from './trial-writer';

const counter = new TiktokenCounter();
const registry = ModelRegistry.of(shippedModels);
const text = 'The order ORD-1 was sent on 2026-03-01 to Bonn. '.repeat(40);

const request: WriteRequest = {
  tenant: 't',
  choice: null,
  purpose: 'checkpoint',
  previousSummaries: [],
  messages: [
    { ref: 'm1', role: 'user', text },
    { ref: 'm2', role: 'assistant', text },
  ],
  tokensBefore: 1000,
  encoding: 'o200k_base',
  leastCarried: 0,
  signal: new AbortController().signal,
};

function writer(openai: object = {}): TrialWriter {
  const configuration = loadConfiguration({ env: {}, overrides: { openai } });
  return new TrialWriter({ counter, registry, configuration });
}

it('says that an extractive summary is none of a model’s where the installation has no key', async () => {
  const trial = writer();
  const written = await trial.write(request);
  expect(written).toMatchObject({ kind: 'written', made: 'extractive', calls: 0 });
  expect(trial.summaries).toMatchObject([{ simulated: false, calls: 0, inputTokens: 0, messages: 2 }]);
});

it('stands in for a model, and estimates its requests by what it would be sent', async () => {
  const trial = writer({ apiKey: 'sk-test' });
  const written = await trial.write(request);
  expect(written).toMatchObject({ kind: 'written', made: 'extractive', calls: 0, usage: null });
  const [summary] = trial.summaries;
  expect(summary).toMatchObject({ simulated: true, calls: 1, summarizer: expect.stringMatching(/^openai:/) });
  const material = 2 * (await counter.count(text, 'o200k_base'));
  expect(summary?.inputTokens).toBeGreaterThan(material);
  expect(summary?.inputTokens).toBeLessThan(material + 1500);
  expect(summary?.outputTokens).toBe(summary?.tokensAfter);
});

it('asks in parts where one request cannot hold it all', async () => {
  const trial = writer({ apiKey: 'sk-test' });
  const choice = {
    model: null,
    provider: null,
    baseUrl: null,
    keyReference: null,
    systemPrompt: null,
    maxContext: 1200,
    limitRequests: null,
    limitInput: null,
    limitOutput: null,
  };
  await trial.write({ ...request, choice });
  expect(trial.summaries[0]?.calls).toBeGreaterThan(1);
});

it('names a provider that is not configured, which would make the real work fail', async () => {
  const trial = writer();
  const choice = { provider: 'nobody' } as WriteRequest['choice'];
  await trial.write({ ...request, choice });
  expect([...trial.faults]).toEqual([expect.stringContaining('"nobody" is not configured')]);
});
