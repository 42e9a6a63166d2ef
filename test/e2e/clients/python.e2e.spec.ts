import { randomUUID } from 'node:crypto';
import { ConversationClient } from '../../support/conversation-client';
import { kafkaNeed, testBrokers } from '../../support/kafka';
import { type RunningServices, startServices } from '../../support/services';
import { suiteNeeding } from '../../support/suite-needing';
import { models } from './openai-models';
import { confluentKafka, openAi, pythonEnvironment, pythonNeed } from '../../support/python';
import { question, run } from './sample';

jest.setTimeout(120_000);

suiteNeeding([kafkaNeed, pythonNeed(confluentKafka, openAi)], 'the turn in Python', () => {
  const prefix = `clients-${randomUUID()}-`;
  let services: RunningServices;
  let brokers: string;

  beforeAll(async () => {
    brokers = (await testBrokers()).join(',');
    const env = { VERBATIM_KAFKA: brokers, VERBATIM_KAFKA_PREFIX: prefix, VERBATIM_PARTITIONS: '6' };
    services = await startServices({ only: ['projector', 'context-builder'], env });
  });

  afterAll(() => services.stop());

  test('goes through Kafka and is in the context that is asked for over HTTP', async () => {
    const model = await models({ chat: () => ({ content: 'Both are out for delivery.' }) });
    const conversation = new ConversationClient(services.url);
    const lines = await run('chat.py', [conversation.id, question], {
      ...pythonEnvironment(confluentKafka, openAi),
      VERBATIM_URL: services.url,
      OPENAI_BASE_URL: `${model.url}/v1`,
      KAFKA_BROKERS: brokers,
      KAFKA_TOPIC: `${prefix}conversation-events`,
    });
    expect(lines[1]).toBe('Both are out for delivery.');
    expect(lines[2]).toContain("'segments': 'ok', 'fold': 'ok'");
    expect(model.calls[0]?.body['messages']).toEqual([{ role: 'user', content: question }]);
    await conversation.settled(2);
    expect((await conversation.messages()).map(({ message }) => message)).toEqual([
      { role: 'user', content: question },
      { role: 'assistant', content: 'Both are out for delivery.' },
    ]);
  });
});
