import { faults } from '../faults/faults';
import { invariants } from '../faults/invariants';
import { problemsOf, rowText } from '../faults/matrix';
import { runFault } from '../faults/run-fault';
import { Servers } from '../faults/world/servers';
import type { LogKind } from '../faults/world/world-options';
import { report } from '../support/conversation-client';
import { ownKafkaSuite } from '../support/kafka';

/** A quick part of `npm run faults`: a few faults, few events, all invariants. */
const EVENTS = 400;
const STRIKES = 3;

jest.setTimeout(300_000);

let servers: Servers;

beforeAll(async () => {
  servers = await Servers.open();
});

afterAll(() => servers.close());

async function expectSurvived(name: string, log: LogKind): Promise<void> {
  const fault = faults.find((each) => each.name === name);
  if (fault === undefined) throw new Error(`there is no fault ${name}`);
  const seed = Math.floor(Math.random() * 2 ** 31);
  const row = await runFault(servers, { fault, log, seed, events: EVENTS, strikes: STRIKES, invariants });
  report(`${name} on ${log}, seed ${seed}\n${rowText(row)}`);
  expect(problemsOf(row)).toEqual([]);
  for (const { name: invariant, number } of invariants) {
    expect([invariant, row.findings.get(number)?.checked ?? 0]).not.toEqual([invariant, 0]);
  }
}

test('on the embedded log every invariant holds after the projector was killed at steps of its work', () =>
  expectSurvived('projector-killed-at-each-step', 'embedded'));

ownKafkaSuite('on Kafka', () => {
  test('every invariant holds after the broker was killed', () => expectSurvived('broker-killed', 'kafka'));
});
