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

export const elsewhere: readonly Elsewhere[] = [
  { page: 'README.md', begins: 'npm ci && npm run demo', spec: 'test/e2e/demo.e2e.spec.ts' },
  { page: 'docs/clients.md', begins: '$ ./chat.sh', spec: `${clients}/curl.e2e.spec.ts` },
  { page: 'docs/clients.md', begins: '$ node chat.ts', spec: `${clients}/openai.e2e.spec.ts` },
  { page: 'docs/clients.md', begins: '$ node responses.ts', spec: `${clients}/openai.e2e.spec.ts` },
  { page: 'docs/clients.md', begins: '$ node messages.ts', spec: `${clients}/anthropic.e2e.spec.ts` },
  { page: 'docs/clients.md', begins: '$ pip install confluent-kafka', spec: `${clients}/python.e2e.spec.ts` },
  {
    page: 'docs/operations/restore.md',
    begins: 'CREATE ROLE',
    spec: 'test/e2e/scenarios/support/lost-installation.ts',
  },
  { page: 'docs/operations/restore.md', begins: 'pg_restore', spec: 'test/e2e/scenarios/backup.e2e.spec.ts' },
  {
    page: 'docs/operations/restore.md',
    begins: 'WITH moved',
    spec: 'test/e2e/scenarios/support/lost-installation.ts',
  },
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
  { page: 'docs/producers.md', begins: '$ ./publish.sh', spec: 'test/e2e/kafka/producers.e2e.spec.ts' },
  { page: 'docs/producers.md', begins: '$ python publish.py', spec: 'test/e2e/kafka/producers.e2e.spec.ts' },
  { page: 'docs/producers.md', begins: '$ verbatim history', spec: 'test/e2e/kafka/producers.e2e.spec.ts' },
  { page: 'docs/producers.md', begins: 'warning ', spec: 'apps/projector/mixed-partitions.int.spec.ts' },
];
