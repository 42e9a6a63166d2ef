/** Each request to a broker when its bytes leave, and when its answer has come. What is produced is told apart by topic. */
function watchKafka(fromService, crossings) {
  const { requests } = fromService('kafkajs/src/protocol/requests');
  const { protocol } = requests.Produce;
  requests.Produce.protocol = (options) => {
    const make = protocol(options);
    return (given) => {
      const made = make(given);
      const topics = given.topicData.map(({ topic }) => withoutPrefix(topic));
      made.request.apiName = `Produce ${[...new Set(topics)].join(', ')}`;
      return made;
    };
  };

  const { prototype } = fromService('kafkajs/src/network/requestQueue');
  const { push } = prototype;
  prototype.push = function (pushed) {
    const { entry, sendRequest } = pushed;
    const { resolve, reject } = entry;
    const answered = (settle) => (told) =>
      void crossings.cross(`kafka ${entry.apiName} after`, () => settle(told));
    entry.resolve = answered(resolve);
    entry.reject = answered(reject);
    pushed.sendRequest = () => void crossings.cross(`kafka ${entry.apiName} before`, sendRequest);
    return push.call(this, pushed);
  };
}

/** Each world has topics of its own. */
function withoutPrefix(topic) {
  const prefix = process.env.VERBATIM_KAFKA_PREFIX ?? '';
  return topic.startsWith(prefix) ? topic.slice(prefix.length) : topic;
}

module.exports = { watchKafka };
