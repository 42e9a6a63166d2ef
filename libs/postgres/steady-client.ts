import { Client, type ClientConfig } from 'pg';

/**
 * A connection whose loss never ends the process: it is heard of by the statement that fails. The pool listens for errors
 * of idle connections only, and the server's last word may come in one packet with the answer that makes a connection
 * ready, before whoever waits for it can listen.
 */
export class SteadyClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
