// `node --require <this file> main.ts` runs the command from its sources: tests need no build.
const Module = require('node:module');
const { join } = require('node:path');
const { transformFileSync } = require('@swc/core');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformFileSync(filename, {
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      target: 'es2022',
    },
    module: { type: 'commonjs' },
  });
  module._compile(code, filename);
};

const libraries = join(__dirname, '../../../libs');
/** What is published under another name: examples import it as their readers do. */
const published = {
  'verbatim-context-client': 'client',
  'verbatim-context-client/openai': 'client/openai',
  'verbatim-context-client/anthropic': 'client/anthropic',
};
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) => {
  const [, library] = /^@verbatim\/(.+)$/.exec(request) ?? [undefined, published[request]];
  return resolveFilename(library === undefined ? request : join(libraries, library), ...rest);
};
