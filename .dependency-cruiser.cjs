const vendor = (name, packages, home) => ({
  name: `${name}-in-one-place`,
  comment: `${packages} is imported in ${home} only, behind a port`,
  severity: 'error',
  from: { pathNot: `^${home}` },
  to: { path: `^node_modules/(${packages})/` },
});

/** Examples and checks of formats, typed and judged by the providers' own packages. */
const sdkExamples = 'libs/formats/.*\\.(spec|fixture)\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-is-pure',
      comment:
        'libs/conversation imports a schema library and itself: no framework, no I/O, no other library',
      severity: 'error',
      from: { path: '^libs/conversation/', pathNot: '(\\.spec\\.ts$|/testing/)' },
      to: { pathNot: '^(libs/conversation/|node_modules/zod/)' },
    },
    {
      name: 'libs-import-no-app',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(apps|test)/', pathNot: '^test/support/' },
    },
    {
      name: 'only-specs-import-test-support',
      severity: 'error',
      from: {
        path: '^(apps|libs)/',
        pathNot: '(\\.spec\\.ts$|\\.features\\.ts$|/testing/|-under-test\\.ts$|/test-[^/]+\\.ts$)',
      },
      to: { path: '^test/' },
    },
    {
      name: 'apps-import-no-app',
      comment:
        'ADR 2: `verbatim serve` composes the services through their index files; nothing else crosses',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/cli/serve/services\\.ts$' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'serve-imports-index-files',
      severity: 'error',
      from: { path: '^apps/cli/serve/services\\.ts$' },
      to: { path: '^apps/(projector|summarizer|context-builder)/', pathNot: '/index\\.ts$' },
    },
    {
      name: 'frameworks-in-apps',
      comment: 'Nest hosts the services; of the libraries only platform and postgres offer modules to it',
      severity: 'error',
      from: { path: '^libs/', pathNot: '^libs/(platform|postgres)/' },
      to: { path: '^node_modules/@nestjs/' },
    },
    vendor('typeorm', 'typeorm|pg|@nestjs/typeorm', 'libs/postgres/'),
    vendor('openai', 'openai', `(libs/llm/openai/|libs/client/openai\\.ts|docs/clients/|${sdkExamples})`),
    vendor(
      'provider-sdks',
      'ai|@ai-sdk|@anthropic-ai',
      `(libs/client/anthropic\\.ts|docs/clients/|test/|apps/.*\\.spec\\.ts$|${sdkExamples})`,
    ),
    vendor('image-size', 'image-size', 'libs/formats/media/'),
    vendor('tiktoken', 'js-tiktoken', 'libs/tokens/tiktoken/'),
    vendor(
      'kafkajs',
      'kafkajs',
      '(libs/event-log/kafka/|test/support/kafka-rig/foreign-(producer|consumer)|test/faults/load/foreign-producer|test/faults/network/stranger)',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['require', 'node', 'default', 'types'],
    },
  },
};
