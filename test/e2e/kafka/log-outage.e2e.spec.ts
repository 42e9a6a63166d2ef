import { randomUUID } from 'node:crypto';
import type { LocalKafka } from '@verbatim/kafka-broker';
import { call, type Problem } from '../../support/conversation-client';
import { ownKafka, ownKafkaSuite } from '../../support/kafka';
import { startServices, type RunningServices } from '../../support/services';

jest.setTimeout(90_000);

ownKafkaSuite('the context-builder while Kafka is down', () => {
  let kafka: LocalKafka;
  let services: RunningServices;

  beforeAll(async () => {
    kafka = await ownKafka();
    await kafka.kill(0, 'SIGKILL');
    const env = { VERBATIM_KAFKA: kafka.brokers.join(','), VERBATIM_KAFKA_PREFIX: `${randomUUID()}-` };
    services = await startServices({ only: ['context-builder'], env });
  });

  afterAll(() => services.stop());

  const append = () =>
    call<Problem>(services.url, 'POST', '/v1/conversations/c/messages', {
      messages: [{ role: 'user', content: 'hello' }],
    });

  it('starts and reads, says that it is not ready, and appends as soon as the broker is back', async () => {
    expect((await call(services.url, 'GET', '/v1/conversations')).status).toBe(200);
    expect((await call(services.url, 'GET', '/readyz')).status).toBe(503);
    const refused = await append();
    expect([refused.status, refused.body.code]).toEqual([503, 'log-unavailable']);
    await kafka.start(0);
    let status = 503;
    while (status === 503) ({ status } = await append());
    expect(status).toBe(202);
    while ((await call(services.url, 'GET', '/readyz')).status !== 200);
  });
});
