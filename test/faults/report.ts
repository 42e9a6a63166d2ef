import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './run-fault';

/** Where a run's results go. */
export class Report {
  constructor(
    private readonly files: { readonly json?: string | undefined; readonly logs?: string | undefined },
  ) {}

  line(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  /** All rows so far, for programs. */
  rows(rows: readonly Row[]): void {
    if (this.files.json === undefined) return;
    const plain = rows.map((row) => ({
      ...row,
      findings: Object.fromEntries(row.findings),
      answers: Object.fromEntries(row.answers),
    }));
    writeFileSync(this.files.json, JSON.stringify(plain, null, 1));
  }

  /** Keeps what each service logged in a run. */
  logsOf(run: string): (service: string, log: string) => void {
    const { logs } = this.files;
    if (logs === undefined) return () => undefined;
    mkdirSync(logs, { recursive: true });
    return (service, log) => writeFileSync(join(logs, `${run}-${service}.log`), log);
  }
}
