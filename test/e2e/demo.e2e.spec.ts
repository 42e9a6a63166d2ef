import { existsSync, rmSync } from 'node:fs';
import { VerbatimProcess } from '../../apps/cli/testing/verbatim-process';
import { kafkaSuite, testBrokers } from '../support/kafka';

jest.setTimeout(60_000);

interface Step {
  readonly step: string;
  readonly [name: string]: unknown;
}

/** Plays some tasks of the agent and checks what is told of them. */
async function play(...words: string[]): Promise<Step[]> {
  const demo = new VerbatimProcess('demo', '--tasks', '5', '--json', ...words);
  expect([await demo.exitCode(), demo.stderr]).toEqual([0, '']);
  const steps = demo.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Step);
  const of = (name: string): Step[] => steps.filter(({ step }) => step === name);
  expect(of('message').length).toBeGreaterThan(60);
  expect(of('refusal')).toEqual([]);
  expect(of('summary')[0]).toMatchObject({ from: 1, by: 'extractive' });
  expect(of('call').at(-1)).toMatchObject({ summaries: of('summary').length, notices: [] });
  const [past] = of('past-call');
  expect(past).toMatchObject({ bySegments: past?.['sha256'], byFold: past?.['sha256'] });
  expect(of('totals')).toMatchObject([{ messages: of('message').length, unchanged: true }]);
  expect(steps.at(-1)?.step).toBe('next');
  return steps;
}

test('the demonstration plays an agent, reduces its history, proves a past call and leaves nothing behind', async () => {
  const [start] = await play();
  expect(start).toMatchObject({ step: 'start', log: 'in the same Postgres' });
});

kafkaSuite('the demonstration on Kafka', () => {
  test('plays the same', async () => {
    const brokers = (await testBrokers()).join(',');
    const [start] = await play('--kafka', brokers);
    expect(start?.['log']).toMatch(/^topic demo-[0-9a-f]{6}-conversation-events of Kafka at /);
  });
});

test('an interrupt ends it early with 0; what --keep left is there, and no server', async () => {
  const demo = new VerbatimProcess('demo', '--keep');
  while (!demo.stdout.includes('msg 9 ')) await new Promise((resolve) => setTimeout(resolve, 20));
  const [, kept = ''] = /kept in +(\S+)/.exec(demo.stdout) ?? [];
  expect([await demo.end('SIGINT'), demo.stderr]).toEqual([0, '']);
  expect([existsSync(`${kept}/postgres`), existsSync(`${kept}/postgres/postmaster.pid`)]).toEqual([
    true,
    false,
  ]);
  rmSync(kept, { recursive: true });
});
