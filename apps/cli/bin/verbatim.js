#!/usr/bin/env node
const module_ = require('node:module');

// Node 22 keeps compiled code for the next time.
module_.enableCompileCache?.();

const { distState, main } = require('../build/dist-state');

const state = distState();
if (state === 'missing') {
  process.stderr.write('verbatim: it is not built yet: run "npm run build" first\n');
  process.exitCode = 1;
} else {
  if (state === 'stale') {
    process.stderr.write('verbatim: the sources are newer than what is built: "npm run build" builds them\n');
  }
  require(main);
}
