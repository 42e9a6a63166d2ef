import type { PluginDirectory } from './plugin-directory';

const EVERY_MS = 10_000;

/** Looks at the plugins folder now and then, so that a file that cannot be loaded is told of before a context wants it. */
export class PluginWatch {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly directory: Pick<PluginDirectory, 'available'>) {}

  /** Called by Nest when everything is there. The first look is not waited for. */
  onApplicationBootstrap(): void {
    this.look();
    this.timer = setInterval(() => this.look(), EVERY_MS).unref();
  }

  /** Called by Nest when the service has answered its last request. */
  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** A folder that cannot be read is the doctor's to tell. */
  private look(): void {
    this.directory.available().catch(() => undefined);
  }
}
