import { KafkaJSNonRetriableError } from 'kafkajs';
import { available } from './available';

const brokers = ['127.0.0.1:9092'];

/** As it is thrown at a place of this file. */
function thrownIn(file: string): Error {
  const error = new TypeError("Cannot read properties of undefined (reading 'nodeId')");
  error.stack = `TypeError: ${error.message}\n    at findLeader (${file}:12:34)\n    at next (/app/index.js:1:1)`;
  return error;
}

it.each([
  ['says that it failed', new KafkaJSNonRetriableError('no leader')],
  ['stumbled itself', thrownIn('/app/node_modules/kafkajs/src/cluster/index.js')],
])('the log is unavailable where the client library %s', async (_how, error) => {
  await expect(available(brokers, Promise.reject(error))).rejects.toMatchObject({
    code: 'log-unavailable',
    cause: error,
  });
});

it('leaves an error of our own what it is', async () => {
  const error = thrownIn('/app/libs/event-log/kafka/routing.js');
  await expect(available(brokers, Promise.reject(error))).rejects.toBe(error);
});
