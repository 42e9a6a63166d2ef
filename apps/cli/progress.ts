import type { Terminal } from './terminal';

/** How far long work is, on `err`: at once for a person, after two seconds for a log, and every second then. */
export class Progress {
  private next: number;

  constructor(
    private readonly terminal: Terminal,
    private readonly now: () => number = Date.now,
  ) {
    this.next = now() + (terminal.interactive ? 0 : 2000);
  }

  show(text: string): void {
    if (this.now() < this.next) return;
    this.next = this.now() + (this.terminal.interactive ? 100 : 1000);
    this.terminal.err(this.terminal.interactive ? `\r\u001B[K${text}` : `${text}\n`);
  }

  /** Clears the line that `show` wrote for a person. */
  end(): void {
    if (this.terminal.interactive) this.terminal.err('\r\u001B[K');
  }
}
