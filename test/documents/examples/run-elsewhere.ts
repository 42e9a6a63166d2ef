/**
 * Blocks that the examples' test does not run itself: where else they run as printed, or why no test can run them. A block
 * is named by its page and how it begins.
 */
interface Elsewhere {
  readonly page: string;
  readonly begins: string;
  /** A spec of this project that runs the block, or the file that it quotes. */
  readonly spec?: string;
  /** Where no test can run it. */
  readonly reason?: string;
}

const clients = 'test/e2e/clients';
const init = 'apps/cli/commands/init.int.spec.ts';
const lost = 'test/e2e/scenarios/support/lost-installation.ts';
const packages = `${clients}/package.int.spec.ts`;
const producers = 'test/e2e/kafka/producers.e2e.spec.ts';
const pythonClient = `${clients}/python-client.e2e.spec.ts`;
const receipts = 'test/e2e/kafka/receipts.e2e.spec.ts';

export const elsewhere: readonly Elsewhere[] = [
  { page: 'README.md', begins: 'import OpenAI', spec: packages },
  { page: 'README.md', begins: 'from openai', spec: pythonClient },
  { page: 'README.md', begins: 'npm ci && npm run demo', spec: 'test/e2e/demo.e2e.spec.ts' },
  { page: 'README.md', begins: 'npm link', spec: init },
  { page: 'README.md', begins: 'npm run kafka', spec: 'test/e2e/demo.e2e.spec.ts' },
  { page: 'libs/client/README.md', begins: 'npm pack', spec: packages },
  { page: 'libs/client/README.md', begins: 'import OpenAI', spec: `${clients}/openai.e2e.spec.ts` },
  { page: 'libs/client/README.md', begins: 'declare module', spec: packages },
  { page: 'libs/clients/python/README.md', begins: 'pip install', spec: pythonClient },
  { page: 'libs/clients/python/README.md', begins: 'from openai', spec: pythonClient },
  { page: 'docs/cli.md', begins: 'verbatim init', spec: init },
  { page: 'docs/cli.md', begins: "echo 'source", spec: 'apps/cli/commands/completion.int.spec.ts' },
  { page: 'docs/clients.md', begins: '$ ./chat.sh', spec: `${clients}/curl.e2e.spec.ts` },
  { page: 'docs/clients.md', begins: '$ node chat.ts', spec: `${clients}/openai.e2e.spec.ts` },
  { page: 'docs/clients.md', begins: '$ node responses.ts', spec: `${clients}/openai.e2e.spec.ts` },
  { page: 'docs/clients.md', begins: '$ node messages.ts', spec: `${clients}/anthropic.e2e.spec.ts` },
  { page: 'docs/clients.md', begins: '$ pip install libs', spec: pythonClient },
  { page: 'docs/clients.md', begins: '$ pip install confluent-kafka', spec: `${clients}/python.e2e.spec.ts` },
  {
    page: 'docs/clients.md',
    begins: '$ npx openapi-typescript',
    reason:
      'the generators are large packages; test/documents/openapi.unit.spec.ts guards what they stumbled over',
  },
  { page: 'docs/operations/restore.md', begins: 'CREATE ROLE', spec: lost },
  { page: 'docs/operations/restore.md', begins: 'pg_restore', spec: 'test/e2e/scenarios/backup.e2e.spec.ts' },
  { page: 'docs/operations/restore.md', begins: 'WITH moved', spec: lost },
  {
    page: 'docs/operations/runbooks.md',
    begins: '-- The log',
    spec: 'test/e2e/halted-partition.e2e.spec.ts',
  },
  {
    page: 'docs/plugins.md',
    begins: 'export default',
    spec: 'apps/context-builder/plugins/example.int.spec.ts',
  },
  { page: 'docs/producers.md', begins: '$ ./publish.sh', spec: producers },
  { page: 'docs/producers.md', begins: '$ python publish.py', spec: producers },
  { page: 'docs/producers.md', begins: '$ verbatim history', spec: producers },
  { page: 'docs/producers.md', begins: 'warning ', spec: 'apps/projector/mixed-partitions.int.spec.ts' },
  { page: 'docs/receipts.md', begins: 'kcat', spec: receipts },
  { page: 'docs/receipts.md', begins: 'from confluent_kafka', spec: receipts },
];
