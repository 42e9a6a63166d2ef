import { colourWanted, type Style } from './display/style';

/** Where a command writes: results to `out`, everything else to `err`. */
export interface Terminal {
  out(text: string): void;
  /** Bytes as they are. */
  outBytes(bytes: Uint8Array): void;
  err(text: string): void;
  /** A person looks at `err`. */
  readonly interactive: boolean;
  /** How results are written to `out` for a person. */
  readonly style: Omit<Style, 'utc'>;
}

export const standardTerminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  outBytes: (bytes) => void process.stdout.write(bytes),
  err: (text) => void process.stderr.write(text),
  interactive: process.stderr.isTTY === true,
  get style() {
    const isTerminal = process.stdout.isTTY === true;
    return {
      width: isTerminal ? process.stdout.columns : null,
      colour: colourWanted(process.env, isTerminal),
    };
  },
};
