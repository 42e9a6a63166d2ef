import { colourWanted, type Style } from './display/style';
import { Pager, pagerCommand } from './pager';

/** Where a command writes: results to `out`, everything else to `err`. */
export interface Terminal {
  out(text: string): void;
  /** Bytes as they are. */
  outBytes(bytes: Uint8Array): void;
  err(text: string): void;
  /** From here on what goes to `out` may be long: a person gets a pager. Nothing happens off a terminal. */
  page?(): void;
  /** Everything written is shown; waits for a person to leave the pager. */
  end?(): Promise<void>;
  /** A person looks at `err`. */
  readonly interactive: boolean;
  /** How results are written to `out` for a person. */
  readonly style: Omit<Style, 'utc'>;
}

class StandardTerminal implements Terminal {
  readonly interactive = process.stderr.isTTY === true;
  private pager: Pager | undefined;
  /** What is said while a pager has the screen comes after it. */
  private said = '';

  out(text: string): void {
    (this.pager ?? process.stdout).write(text);
  }

  outBytes(bytes: Uint8Array): void {
    (this.pager ?? process.stdout).write(bytes);
  }

  err(text: string): void {
    if (this.pager === undefined) process.stderr.write(text);
    else this.said += text;
  }

  page(): void {
    if (process.stdout.isTTY !== true || this.pager !== undefined) return;
    const command = pagerCommand(process.env);
    if (command !== null) this.pager = new Pager(command, process.env);
  }

  async end(): Promise<void> {
    await this.pager?.end();
    this.pager = undefined;
    if (this.said !== '') process.stderr.write(this.said);
    this.said = '';
  }

  get style(): Omit<Style, 'utc'> {
    const isTerminal = process.stdout.isTTY === true;
    return {
      width: isTerminal ? process.stdout.columns : null,
      colour: colourWanted(process.env, isTerminal),
    };
  }
}

export const standardTerminal: Terminal = new StandardTerminal();
