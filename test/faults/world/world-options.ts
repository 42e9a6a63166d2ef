import type { ServiceName } from '../../support/supervised-process';

export type LogKind = 'kafka' | 'embedded';

/** What an installation under attack is made of. */
export interface WorldOptions {
  readonly log: LogKind;
  /** What the load says and when; printed, so that a run can be repeated. */
  readonly seed: number;
  /** Events that the load's producers write. */
  readonly events: number;
  /** Which that takes at least, so that runtimes and operators have time for theirs. */
  readonly seconds: number;
  readonly tenants: number;
  /** Of each tenant. */
  readonly conversations: number;
  /** Kafka's nodes. */
  readonly brokers: 1 | 3;
  /** How many processes of each service. */
  readonly services: Readonly<Record<ServiceName, number>>;
  /** Further settings of all services, as environment variables. */
  readonly settings: Readonly<Record<string, string>>;
  /** The services' program; default the built one of this tree. */
  readonly program: string | null;
}

/** Events a second, at most, that producers write where nothing else is said. */
export const EVENTS_A_SECOND = 250;

export const defaultOptions: Omit<WorldOptions, 'log' | 'seed' | 'events' | 'seconds'> = {
  tenants: 3,
  conversations: 12,
  brokers: 1,
  services: { projector: 1, summarizer: 1, 'context-builder': 1 },
  settings: {},
  program: null,
};
