import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Finding, Inflicted, Invariant } from './contract';
import { until } from './faults/lasting';
import { defaultOptions, EVENTS_A_SECOND, type LogKind, type WorldOptions } from './world/world-options';
import type { Servers } from './world/servers';
import { World, type Settled } from './world/world';

/** What is run. */
export interface RunOptions {
  readonly fault: Fault;
  readonly log: LogKind;
  readonly seed: number;
  readonly events: number;
  readonly strikes: number;
  readonly invariants: readonly Invariant[];
  /** Told what each service logged, when the run is over. */
  readonly onLog?: (service: string, log: string) => void;
  /** Over the fault's own. */
  readonly world?: Partial<WorldOptions>;
}

/** One row of the matrix. */
export interface Row {
  readonly fault: string;
  readonly log: LogKind;
  readonly seed: number;
  readonly seconds: number;
  /** Acknowledged to producers. */
  readonly events: number;
  /** Served to runtimes. */
  readonly contexts: number;
  readonly inflicted: Inflicted;
  readonly settled: Settled;
  /** By the invariant's number. */
  readonly findings: ReadonlyMap<number, Finding>;
  /** What runtimes and producers were answered. */
  readonly answers: ReadonlyMap<string, number>;
}

/** Within which the lag is back at zero when nothing is hurt any more. */
export const RECOVERY_SECONDS = 90;
/** Within which what must not go on has halted. */
const HALT_SECONDS = 20;
/** The invariant that speaks of halts. */
const RECOVERY = 9;
/** A fault that does not come to its end is a finding of its own. */
const FAULT_SECONDS = 1_200;
/** Of a run that is to take long by itself: so much more. */
const PATIENCE = 2;

/** Hurts a new world once, lets it recover, and holds every invariant against it. */
export async function runFault(servers: Servers, options: RunOptions): Promise<Row> {
  const { fault, log, seed, events, strikes, invariants } = options;
  const began = performance.now();
  const world = await World.open(servers, {
    ...defaultOptions,
    seconds: events / EVENTS_A_SECOND,
    ...fault.world,
    ...options.world,
    log,
    seed,
    events,
  });
  try {
    await world.warmUp();
    const inflicted = await inflict(world, fault, strikes);
    await world.heal();
    const alarmed = fault.ends === 'halt' ? await expectHalt(world, fault, invariants) : [];
    await world.load.finish();
    // The events of a small run may be over before anybody was served.
    await until(() => world.truth.served.length > 0, new AbortController().signal);
    await world.load.rest();
    const settled = await world.settle(RECOVERY_SECONDS);
    const findings = new Map<number, Finding>();
    for (const invariant of invariants) findings.set(invariant.number, await checked(invariant, world));
    const crashes = [...world.services, ...(world.second?.services ?? [])].flatMap(
      (service) => service.crashes,
    );
    const stuck = settled.isSettled ? [] : [`the lag is ${settled.lag}, and nobody is to mend anything`];
    findings.set(RECOVERY, joined(findings.get(RECOVERY), [...alarmed, ...stuck, ...crashes]));
    return {
      fault: fault.name,
      log,
      seed,
      seconds: (performance.now() - began) / 1000,
      events: world.truth.acknowledged.length,
      contexts: world.truth.served.length,
      inflicted,
      settled,
      findings,
      answers: world.truth.answers,
    };
  } finally {
    await world.close();
    world.services.forEach(({ name, log: text }, index) => options.onLog?.(`${index}-${name}`, text));
  }
}

async function inflict(world: World, fault: Fault, strikes: number): Promise<Inflicted> {
  const stop = new AbortController();
  const over = new AbortController();
  const seconds = Math.max(FAULT_SECONDS, PATIENCE * world.options.seconds);
  const abort = (): void => {
    world.truth.unexpected.push(`the fault did not come to its end in ${seconds} s`);
    stop.abort();
  };
  const late = sleep(seconds * 1000, null, { signal: over.signal }).then(abort, () => undefined);
  try {
    return await fault.inflict(world, strikes, stop.signal);
  } finally {
    over.abort();
    await late;
  }
}

/** Until the installation has halted with an alarm that names what to do; then that is done. Answers what is wrong with it. */
async function expectHalt(world: World, fault: Fault, invariants: readonly Invariant[]): Promise<string[]> {
  const { isSettled } = await world.settle(HALT_SECONDS);
  const recovery = invariants.find(({ number }) => number === RECOVERY);
  const finding = recovery && (await checked(recovery, world));
  await fault.mend?.(world);
  return isSettled ? ['nothing halted'] : [...(finding?.problems ?? [])];
}

function joined(finding: Finding | undefined, problems: readonly string[]): Finding {
  return { checked: finding?.checked ?? 0, problems: [...problems, ...(finding?.problems ?? [])] };
}

/** An invariant that cannot be looked at does not hold. */
async function checked(invariant: Invariant, world: World): Promise<Finding> {
  try {
    return await invariant.check(world);
  } catch (error) {
    return { checked: 0, problems: [`it could not be looked at: ${String(error)}`] };
  }
}
