import { join } from 'node:path';
import { kafkaSuite, testBrokers } from '../../support/kafka';
import { type OpenAiServer, startOpenAiServer } from '../../support/openai-server';
import { boundariesIn } from './labels';
import { Services, temporaryFolder } from './testing';

jest.setTimeout(240_000);

const folder = temporaryFolder();
let model: OpenAiServer;
beforeAll(async () => {
  model = await startOpenAiServer({ respond: () => ({ kind: 'text', text: 'What was said.' }) });
});
afterAll(() => model.close());

/** Places of which both sides must be there. */
const steps = {
  projector: [
    'postgres INSERT processor_positions',
    'postgres COMMIT of INSERT processor_positions',
    'postgres SELECT processor_positions FOR UPDATE',
    'postgres SELECT conversation_heads FOR UPDATE',
    'postgres SELECT journal',
    'postgres INSERT journal',
    'postgres INSERT conversation_items',
    'postgres UPDATE conversation_heads',
    'postgres INSERT due_work',
    'postgres UPDATE processor_positions',
    'postgres COMMIT of UPDATE processor_positions',
  ],
  summarizer: [
    'postgres UPDATE due_work SKIP LOCKED',
    'postgres SELECT conversation_heads',
    'http POST /v1/chat/completions',
  ],
  'context-builder': [
    'postgres SELECT conversation_items',
    'postgres INSERT receipts, INSERT segments',
    'answer POST /v1/conversations/:id/context',
    'answer POST /v1/conversations/:id/messages',
  ],
};

/** What a small conversation crosses, by service; and what came of it. */
async function recorded(brokers?: readonly string[]) {
  const services = await Services.start(model, { record: folder }, brokers);
  const body = await services.converse();
  expect(await services.stop()).toEqual([0, 0, 0]);
  const labels = (service: string): string[] =>
    (boundariesIn(join(folder, `${service}.labels`)).get(service) ?? []).map(({ label }) => label);
  return { body, labels };
}

/** The time at which a summary was made is another each time. */
const withoutTimes = (body: string): string => body.replaceAll(/created=\\"[^"]*\\"/g, '');

test('a recording holds every step boundary, and changes nothing of what is served', async () => {
  const { body, labels } = await recorded();
  for (const [service, expected] of Object.entries(steps)) {
    const both = expected.flatMap((step) => [`${service} ${step} before`, `${service} ${step} after`]);
    expect(labels(service)).toEqual(expect.arrayContaining(both));
    expect(labels(service)).toEqual(labels(service).toSorted());
  }
  for (const service of ['summarizer', 'context-builder'])
    expect(labels(service)).toContain(`${service} postgres SELECT log_append conversation-events after`);

  const plain = await Services.start(model, null);
  const expected = await plain.converse();
  expect(await plain.stop()).toEqual([0, 0, 0]);
  expect(body).toContain('<conversation-summary');
  expect(withoutTimes(body)).toBe(withoutTimes(expected));
});

kafkaSuite('on Kafka', () => {
  test('requests to brokers are step boundaries too, by topic where something is published', async () => {
    const { labels } = await recorded(await testBrokers());
    for (const step of ['JoinGroup', 'Fetch', 'OffsetCommit'])
      expect(labels('projector')).toEqual(
        expect.arrayContaining([`projector kafka ${step} before`, `projector kafka ${step} after`]),
      );
    for (const service of ['summarizer', 'context-builder'])
      expect(labels(service)).toContain(`${service} kafka Produce conversation-events before`);
  });
});
