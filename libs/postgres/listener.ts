import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, type ClientConfig, escapeIdentifier } from 'pg';
import { SteadyClient } from './steady-client';

/** See `Database.listen`. Resolves once Postgres listens; the function it gives stops for good. */
export async function listen(
  config: ClientConfig,
  channel: string,
  onNotify: (payload: string) => void,
): Promise<() => Promise<void>> {
  const listener = new Listener(config, channel, onNotify);
  await listener.connect();
  return () => listener.stop();
}

class Listener {
  private readonly stopping = new AbortController();
  private client: Client | undefined;
  private reconnecting: Promise<void> = Promise.resolve();

  constructor(
    private readonly config: ClientConfig,
    private readonly channel: string,
    private readonly onNotify: (payload: string) => void,
  ) {}

  async connect(): Promise<void> {
    // A broken connection also ends; that is where it is dealt with.
    const client = new SteadyClient(this.config);
    client.on('notification', ({ payload }) => this.onNotify(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${escapeIdentifier(this.channel)}`);
    } catch (error) {
      await client.end().catch(ignore);
      throw error;
    }
    client.once('end', () => {
      if (!this.stopping.signal.aborted) this.reconnecting = this.reconnect();
    });
    this.client = client;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.reconnecting;
    await this.client?.end();
  }

  private async reconnect(): Promise<void> {
    const { signal } = this.stopping;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        await sleep(backoffMilliseconds(attempt), undefined, { signal });
        await this.connect();
      } catch {
        continue;
      }
      if (!signal.aborted) this.onNotify('');
      return;
    }
  }
}

/** 50 to 100 ms at first, doubled after each failure, at most 5 s. */
function backoffMilliseconds(attempt: number): number {
  return Math.min(5000, 100 * 2 ** attempt) * (0.5 + Math.random() / 2);
}

function ignore(): void {}
