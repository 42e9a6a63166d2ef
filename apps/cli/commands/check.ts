import type { FormatName } from '@verbatim/conversation';
import { formatNames } from '@verbatim/conversation/events/format-names';
import { Option, type Command } from 'commander';
import type { Fault } from '../check/sample';
import { command } from '../client-command';
import { readText } from '../document-file';
import type { Display } from '../display/display';
import { CommandFailure } from '../failure';
import { displayOf } from '../output';
import { escaped } from '../rendering';
import type { Terminal } from '../terminal';

interface CheckOptions {
  readonly format?: FormatName;
  readonly json?: true;
}

interface Checked {
  readonly file: string;
  /** Counted from 0 in its file. */
  readonly record: number;
  readonly name?: string;
  readonly fault: Fault | null;
}

/** `check`: would these records be taken? For the CI of producers: no service is asked. */
export function checkCommand(program: Command, terminal: Terminal): void {
  command(program, 'check <file...>', {
    description: 'say of sample records, without a service, whether they would be taken',
    example: 'check samples.jsonl --format openai-chat',
  })
    .addOption(
      new Option(
        '--format <format>',
        'of messages (default: the one that each names, else openai-chat)',
      ).choices(formatNames),
    )
    .action((files: readonly string[], options: CheckOptions) => check(terminal, files, options));
}

async function check(
  terminal: Terminal,
  files: readonly string[],
  { format, json }: CheckOptions,
): Promise<void> {
  // Loaded when needed: all formats are.
  const { faultOf }: typeof import('../check/sample') = require('../check/sample');
  const { readSamples }: typeof import('../check/samples') = require('../check/samples');
  const checked: Checked[] = [];
  for (const file of files) {
    const samples = readSamples(file, await readText(file), format);
    checked.push(
      ...samples.map((sample, record) => {
        const name = sample.name === undefined ? {} : { name: sample.name };
        return { file, record, ...name, fault: faultOf(sample) };
      }),
    );
  }
  const display = displayOf(terminal, { ...(json && { json }) });
  terminal.out(
    json ? `${JSON.stringify({ records: checked })}\n` : checked.map((one) => lineOf(one, display)).join(''),
  );
  const failed = checked.filter(({ fault }) => fault !== null).length;
  if (checked.length === 0) throw new CommandFailure('there is no record in these files');
  if (failed > 0) throw new CommandFailure(`${failed} of ${checked.length} records would not be taken`);
}

function lineOf({ file, record, name, fault }: Checked, display: Display): string {
  const where = `${file}, record ${record}${name === undefined ? '' : ` (${name})`}`;
  const verdict =
    fault === null ? display.green('OK') : `${display.red(fault.code)}: ${escaped(fault.detail)}`;
  return `${escaped(where)}: ${verdict}\n`;
}
