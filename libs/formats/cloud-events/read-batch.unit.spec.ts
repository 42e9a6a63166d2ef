import { readBatch } from '.';

describe('a request of events', () => {
  it('is one event or a batch, each as it was written', () => {
    expect(readBatch(' {"a":1.0} ', 'application/json; charset=utf-8')).toEqual(['{"a":1.0}']);
    expect(readBatch('[{"a":1.0}, {}]', 'application/cloudevents-batch+json')).toEqual(['{"a":1.0}', '{}']);
  });

  it.each([
    ['{}', 'text/plain', 'content type'],
    ['[{}]', 'application/json', 'event 0 is not an object'],
    ['{}', 'application/cloudevents-batch+json', 'is a list of events'],
    ['[{},1]', 'application/cloudevents-batch+json', 'event 1 is not an object'],
    ['{', 'application/json', 'not JSON'],
  ])('%s as %s is refused', (text, contentType, reason) => {
    expect(() => readBatch(text, contentType)).toThrow(reason);
  });
});
