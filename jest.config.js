const esmPackages =
  '@nestjs|file-type|strtok3|token-types|uint8array-extras|@tokenizer|@borewit|load-esm|iterare|uid|@lukeed|zstddec|string-width|strip-ansi|ansi-regex|get-east-asian-width';

/** @type {import('jest').Config} */
module.exports = {
  reporters: ['default', '<rootDir>/test/support/count-reporter.js'],
  maxWorkers: 2,
  // Modules of hundreds of suites stay behind in a worker: a fresh one collects less garbage.
  workerIdleMemoryLimit: '1500MB',
  // Of a test that hangs: how long it takes is never what is tested.
  testTimeout: 30_000,
  testMatch: ['**/*.spec.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  moduleNameMapper: {
    '^@verbatim/(.*)$': '<rootDir>/libs/$1',
    '^verbatim-context-client$': '<rootDir>/libs/client',
    '^verbatim-context-client/(.*)$': '<rootDir>/libs/client/$1',
  },
  transform: {
    '^.+\\.[cm]?[jt]s$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2022',
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages})/)`],
};
