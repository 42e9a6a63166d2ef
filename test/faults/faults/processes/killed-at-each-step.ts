import type { Fault, Inflicted } from '../../contract';
import type { Boundary } from '../../preload/labels';
import type { Random } from '../../world/random';
import type { ServiceName } from '../../../support/supervised-process';
import type { World } from '../../world/world';
import { Executioner, mortal } from './executioner';

interface Victim {
  readonly name: string;
  readonly service: ServiceName;
  /** Whether the place belongs to its work. */
  readonly concerns: (label: string) => boolean;
}

const all = (): boolean => true;
/** Of the context-builder's places. */
const ofRelay = (label: string): boolean => /receipt_relays|receipt_feed|context-receipts/.test(label);

const victims: readonly Victim[] = [
  { name: 'projector', service: 'projector', concerns: all },
  { name: 'summarizer', service: 'summarizer', concerns: all },
  { name: 'context-builder', service: 'context-builder', concerns: (label) => !ofRelay(label) },
  { name: 'relay', service: 'context-builder', concerns: ofRelay },
];

export const killedAtEachStep: readonly Fault[] = victims.map((victim) => ({
  name: `${victim.name}-killed-at-each-step`,
  what: `The ${victim.name} is killed before and after each await that touches the outside, place by place.`,
  logs: ['kafka', 'embedded'],
  world: { settings: mortal() },
  inflict: (world, strikes, stop) => killAtEachStep(world, victim, strikes, stop),
}));

async function killAtEachStep(
  world: World,
  { name, service, concerns }: Victim,
  strikes: number,
  stop: AbortSignal,
): Promise<Inflicted> {
  const random = world.random.for(`${name} killed`);
  const executioner = new Executioner(world, service);
  await executioner.beginAnew();
  const before = executioner.kills;
  await world.load.until(0.2, stop);
  const hit = new Set<string>();
  const missed = new Set<string>();
  const places = (): Boundary[] => executioner.boundaries().filter(({ label }) => concerns(label));
  const strike = async (): Promise<void> => {
    const next = chosen(places(), new Set([...hit, ...missed]), random);
    if (next === null) return;
    const nth = random.int(1, Math.min(3, next.times));
    const place = await executioner.strike({ label: next.label, nth });
    (place === null ? missed : hit).add(next.label);
  };
  await world.load.strike(strikes, strike, stop);
  const known = new Set([...places().map(({ label }) => label), ...hit, ...missed]);
  const detail = `killed at ${hit.size} of ${known.size} step boundaries of the ${name}, ${missed.size} not come to again`;
  return { kills: executioner.kills - before, strikes: 0, detail };
}

/** One that was not tried yet, else any. */
function chosen(places: readonly Boundary[], tried: ReadonlySet<string>, random: Random): Boundary | null {
  const left = places.filter(({ label }) => !tried.has(label));
  const choice = left.length > 0 ? left : places;
  return choice.length === 0 ? null : random.pick(choice);
}
