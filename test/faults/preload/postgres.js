const { isWrite, sqlForm } = require('./sql-form.js');

/** Each statement when its bytes leave, and when its answer has come; each connection when it is made. */
function watchPostgres(fromService, crossings) {
  const { Client } = fromService('pg');
  watchStatements(Client.Query, crossings);
  const connect = Client.prototype.connect;
  Client.prototype.connect = function (callback) {
    if (callback) {
      const told = (...answer) => after('CONNECT', crossings, () => callback(...answer));
      return crossings.cross('postgres CONNECT before', () => connect.call(this, told));
    }
    return crossings
      .passed('postgres CONNECT before')
      .then(() => connect.call(this))
      .finally(() => crossings.passed('postgres CONNECT after'));
  };
}

function watchStatements(Query, crossings) {
  /** By connection: what the transaction wrote last. A commit is named by that, since commits are not alike. */
  const written = new WeakMap();
  const { submit } = Query.prototype;
  Query.prototype.submit = function (connection) {
    const form = nameOf(formOf(this), connection, written);
    const answered = this.callback;
    if (answered) this.callback = (...told) => after(form, crossings, () => answered(...told));
    let refused = null;
    let isLate = false;
    crossings.cross(`postgres ${form} before`, () => {
      refused = submit.call(this, connection);
      if (refused && isLate) this.handleError(refused, connection);
    });
    isLate = true;
    return refused;
  };
}

/** An append to the embedded log is told apart by its topic, as one to Kafka is. */
function formOf({ text, values }) {
  const form = sqlForm(text ?? '');
  return form.endsWith('log_append') ? `${form} ${values?.[0]}` : form;
}

function after(form, crossings, goOn) {
  crossings.cross(`postgres ${form} after`, goOn);
}

function nameOf(form, connection, written) {
  if (form.startsWith('BEGIN')) written.delete(connection);
  if (isWrite(form)) written.set(connection, form);
  const isEnd = form === 'COMMIT' || form === 'ROLLBACK';
  return isEnd ? `${form} of ${written.get(connection) ?? 'nothing'}` : form;
}

module.exports = { watchPostgres };
