import { ConfigurationError } from '@verbatim/platform';

/** The services, in the order in which they start; they stop in the other one. */
export const serviceNames = ['projector', 'summarizer', 'context-builder'] as const;
export type ServiceName = (typeof serviceNames)[number];

/**
 * The services that `--only` names, in the order in which they start; all without it.
 * @throws ConfigurationError for a name that is none
 */
export function chosenServices(only: string | undefined): readonly ServiceName[] {
  if (only === undefined) return serviceNames;
  const asked = only.split(',').map((name) => name.trim());
  const unknown = asked.find((name) => !serviceNames.some((known) => known === name));
  if (unknown !== undefined) {
    const message = `"${unknown}" is no service, expected some of ${serviceNames.join(',')}`;
    throw new ConfigurationError([{ key: '--only', message }]);
  }
  return serviceNames.filter((name) => asked.includes(name));
}
