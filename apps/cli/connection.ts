import { ApiClient, type Credentials } from './api-client';
import { exitCodes } from './exit-codes';
import { CommandFailure } from './failure';

export interface ConnectionOptions extends Credentials {
  readonly url?: string;
  readonly data: string;
}

/** The service at `--url`, else the one that serves the data folder. @throws CommandFailure where there is none. */
export async function connect({ url, data, ...credentials }: ConnectionOptions): Promise<ApiClient> {
  if (url !== undefined) return new ApiClient(url, credentials);
  // Loaded when needed: with --url nothing of it is.
  const { findService }: typeof import('./running-service') = require('./running-service');
  const service = await findService(data);
  if (service !== null) return new ApiClient(service.url, credentials);
  throw new CommandFailure(
    `no Verbatim serves ${data}: start one with \`verbatim serve --data ${data}\`, ` +
      'or say where one is with --url or --data',
    exitCodes.unreachable,
  );
}
