import { ConfigurationError, loadConfiguration, type Configuration } from '@verbatim/platform';
import { chosenServices, type ServiceName } from './service-name';

/** The flags of `serve`, as typed. */
export interface ServeOptions {
  readonly port?: string;
  readonly host?: string;
  readonly data?: string;
  readonly database?: string;
  readonly kafka?: string;
  readonly plugins?: string;
  readonly only?: string;
  readonly config?: string;
  readonly logLevel?: string;
  readonly json?: true;
}

/** Flags over environment over file. @throws ConfigurationError */
export function configured(
  { only, config, json: _json, ...flags }: ServeOptions,
  env: NodeJS.ProcessEnv,
): { readonly configuration: Configuration; readonly names: readonly ServiceName[] } {
  const configuration = loadConfiguration({ env, file: config, overrides: flags });
  if (only !== undefined && configuration.database === undefined) {
    const message = 'needs --database: services that run one by one share a database';
    throw new ConfigurationError([{ key: '--only', message }]);
  }
  return { configuration, names: chosenServices(only) };
}
