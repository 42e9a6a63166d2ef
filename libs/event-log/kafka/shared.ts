/** A connection of kafkajs. */
interface Connection {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
}

interface Made<C> {
  readonly connection: Promise<C>;
  users: number;
  isRetired: boolean;
}

/**
 * One connection for all who need it, made at the first use. After a failure the next use makes a new one (kafkajs goes
 * on failing with one that has written to a topic deleted since), and the old one ends when nobody uses it any more.
 */
export class Shared<C extends Connection> {
  private current: Made<C> | undefined;

  constructor(private readonly create: () => C) {}

  async use<T>(work: (connection: C) => Promise<T>): Promise<T> {
    const made = (this.current ??= { connection: this.open(), users: 0, isRetired: false });
    made.users += 1;
    try {
      return await work(await made.connection);
    } catch (error) {
      this.retire(made);
      throw error;
    } finally {
      made.users -= 1;
      if (made.isRetired && made.users === 0) await disconnect(made.connection);
    }
  }

  async close(): Promise<void> {
    const { current } = this;
    if (!current) return;
    this.retire(current);
    if (current.users === 0) await disconnect(current.connection);
  }

  private retire(made: Made<C>): void {
    made.isRetired = true;
    if (this.current === made) this.current = undefined;
  }

  private async open(): Promise<C> {
    const connection = this.create();
    await connection.connect();
    return connection;
  }
}

async function disconnect(connecting: Promise<Connection>): Promise<void> {
  await connecting.then((connection) => connection.disconnect()).catch(() => undefined);
}
