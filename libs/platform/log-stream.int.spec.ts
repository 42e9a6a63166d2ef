import { Child, killChildren } from './testing/child';

afterAll(killChildren);

/** What a process writes to standard error whose log has this format. */
async function written(format: string, reader: object): Promise<string> {
  const child = new Child(`
    const stream = load('log-stream').logStream('${format}', ${JSON.stringify(reader)});
    const logger = load('logger').createLogger('verbatim', 'info', stream);
    logger.child({ service: 'projector' }).info({ applied: ['0001-a', '0002-b'], partition: 3 }, 'applied');
    logger.error({ err: new Error('postgres://me:hunter2@localhost failed') }, 'it failed');
    process.exit(0);`);
  expect(await child.exitCode()).toBe(0);
  expect(child.stdout).toBe('');
  expect(child.stderr).not.toContain('hunter2');
  return child.stderr;
}

const terminal = { isTerminal: true, colour: false };
const pipe = { isTerminal: false, colour: false };

it.each([
  ['json', terminal],
  ['auto', pipe],
])('%s is JSON lines', async (format, reader) => {
  const lines = (await written(format, reader)).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 'info', service: 'projector', applied: ['0001-a', '0002-b'], partition: 3, msg: 'applied' },
    { level: 'error', msg: 'it failed', err: { type: 'Error' } },
  ]);
});

it.each([
  ['pretty', pipe],
  ['auto', terminal],
])('%s is readable for a person, without lists', async (format, reader) => {
  const [first = '', second = '', third = ''] = (await written(format, reader)).split('\n');
  expect(first).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: projector: applied \(partition 3\)$/);
  expect(second).toMatch(/ERROR: it failed$/);
  expect(third).toContain('[redacted]@localhost failed');
});
