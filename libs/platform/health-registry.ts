import { redact } from './redaction';

/** `degraded` works with less (an extractive summary for want of a key, say) and still counts as ready. */
export interface Health {
  readonly status: 'up' | 'degraded' | 'down';
  readonly detail?: string;
  readonly data?: object;
}

export interface HealthComponent {
  readonly name: string;
  check(): Promise<Health>;
}

/** `status` is the worst of the components'. */
export interface HealthReport {
  readonly status: Health['status'];
  readonly components: Readonly<Record<string, Health>>;
}

/** What this process depends on, and whether each of it works. */
export class HealthRegistry {
  private readonly components = new Map<string, HealthComponent>();
  private readonly running = new Map<HealthComponent, Promise<Health>>();
  private isDraining = false;

  /** A check that takes longer than `timeoutMs` counts as down. */
  constructor(private readonly timeoutMs = 2000) {}

  /** @returns a function that takes it out again. A name can be registered once. */
  register(component: HealthComponent): () => void {
    const { name } = component;
    if (this.components.has(name)) throw new Error(`a health check named ${name} is registered already`);
    this.components.set(name, component);
    return () => {
      if (this.components.get(name) === component) this.components.delete(name);
    };
  }

  /** From now on the process counts as down: balancers take it out while it finishes what is in hand. */
  drain(): void {
    this.isDraining = true;
  }

  /** Runs all checks at once; never rejects. A check that throws is down, with the error's message. */
  async report(): Promise<HealthReport> {
    const entries = await Promise.all(
      [...this.components].map(async ([name, one]): Promise<[string, Health]> => [
        name,
        await this.timeBoxed(one),
      ]),
    );
    if (this.isDraining)
      entries.push(['draining', { status: 'down', detail: 'the process is shutting down' }]);
    const statuses = new Set(entries.map(([, { status }]) => status));
    const worst = (['down', 'degraded'] as const).find((status) => statuses.has(status));
    return { status: worst ?? 'up', components: Object.fromEntries(entries) };
  }

  private async timeBoxed(component: HealthComponent): Promise<Health> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Health>((resolve) => {
      const detail = `no answer within ${this.timeoutMs} ms`;
      timer = setTimeout(() => resolve({ status: 'down', detail }), this.timeoutMs);
    });
    try {
      return await Promise.race([this.shared(component), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** One run at a time for each component: a check that hangs is not started again by every probe. */
  private shared(component: HealthComponent): Promise<Health> {
    const current = this.running.get(component);
    if (current !== undefined) return current;
    const started = checked(component).finally(() => this.running.delete(component));
    this.running.set(component, started);
    return started;
  }
}

async function checked(component: HealthComponent): Promise<Health> {
  try {
    return await component.check();
  } catch (error) {
    return { status: 'down', detail: redact(error instanceof Error ? error.message : String(error)) };
  }
}
