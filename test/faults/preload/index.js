// `node --require <this file>` before a service's own code: where the service crosses to the outside (Postgres, Kafka, HTTP,
// processes of its own) it can be recorded, killed or delayed, and its clock can be wrong. Plain JavaScript that knows
// nothing of the product's code, and does nothing unless RIG_FAULTS says what, as JSON, see `faults.ts`.
const { createRequire } = require('node:module');
const { basename } = require('node:path');
const { isMainThread } = require('node:worker_threads');
const { Crossings } = require('./crossings.js');
const { shiftClock } = require('./clock.js');
const { watchChildren } = require('./children.js');
const { watchHttp } = require('./http.js');
const { watchKafka } = require('./kafka.js');
const { watchPostgres } = require('./postgres.js');

const program = process.argv[1];
const text = process.env.RIG_FAULTS;

// Other programs that inherit the environment (package managers, plugins) are left alone.
if (
  text &&
  isMainThread &&
  program &&
  process.argv.includes('serve') &&
  /verbatim|main/.test(basename(program))
) {
  install(JSON.parse(text));
}

function install(faults) {
  delete process.env.RIG_FAULTS;
  if (faults.clock) shiftClock(faults.clock);
  const only = process.argv.indexOf('--only');
  const crossings = new Crossings(only === -1 ? 'serve' : process.argv[only + 1], faults);
  // The service's own copies of the libraries, wherever its program lies.
  const fromService = createRequire(program);
  watchPostgres(fromService, crossings);
  watchKafka(fromService, crossings);
  watchHttp(crossings);
  watchChildren(crossings);
}
