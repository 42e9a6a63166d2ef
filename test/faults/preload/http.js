const { Server, ServerResponse } = require('node:http');

/** What is asked of the service, and what it asks of others. */
function watchHttp(crossings) {
  watchIncoming(crossings);
  watchOutgoing(crossings);
}

/** A request is taken `before` anybody sees it; an answer goes out from `before` to `after`. */
function watchIncoming(crossings) {
  const { emit } = Server.prototype;
  Server.prototype.emit = function (event, ...told) {
    const form = event === 'request' ? routeOf(told[0].method, told[0].url) : null;
    if (form === null) return emit.call(this, event, ...told);
    crossings.cross(`request ${form} before`, () => emit.call(this, event, ...told));
    return true;
  };
  const { end } = ServerResponse.prototype;
  ServerResponse.prototype.end = function (...given) {
    const form =
      this.req && !this.writableEnded ? routeOf(this.req.method, this.req.originalUrl ?? this.req.url) : null;
    if (form === null) return end.apply(this, given);
    this.once('finish', () => crossings.cross(`answer ${form} after`, () => undefined));
    crossings.cross(`answer ${form} before`, () => end.apply(this, given));
    return this;
  };
}

/** The head of an answer, and the whole of its body, come one after the other. */
function watchOutgoing(crossings) {
  const { fetch } = globalThis;
  globalThis.fetch = async (...given) => {
    const [asked, { method = 'GET' } = {}] = given;
    const form = `${method} ${new URL(asked.url ?? asked).pathname}`;
    await crossings.passed(`http ${form} before`);
    const response = await fetch(...given).finally(() => crossings.passed(`http ${form} after`));
    for (const read of ['json', 'text', 'arrayBuffer']) {
      const original = response[read];
      response[read] = async () => {
        try {
          return await original.call(response);
        } finally {
          await crossings.passed(`http ${form} body after`);
        }
      };
    }
    return response;
  };
}

/** With every second part below the version left out, which are ids: `/v1/conversations/:id/context`. Null for probes. */
function routeOf(method, url) {
  const { pathname } = new URL(url, 'http://service');
  if (!pathname.startsWith('/v1/')) return null;
  const parts = pathname.split('/').slice(2);
  return `${method} /v1/${parts.map((part, index) => (index % 2 === 1 ? ':id' : part)).join('/')}`;
}

module.exports = { watchHttp, routeOf };
