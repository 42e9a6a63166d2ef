import { JsonText } from '@verbatim/formats/json-text';
import type { Command } from 'commander';
import { ApiError } from '../api-error';
import { clientCommand, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import type { Display } from '../display/display';
import { CommandFailure } from '../failure';
import { printAnswer } from '../output';
import { members, shown } from '../rendering';
import type { Terminal } from '../terminal';
import { showWatched, watchOption, type WatchOptions } from '../watching';

/** `doctor`: what is wrong with the installation, and what to do about it. */
export function doctorCommand(program: Command, terminal: Terminal): void {
  watchOption(
    clientCommand(program, 'doctor', {
      description: 'check the installation and say what to do about each finding; 1 where there is a problem',
      example: 'doctor',
    }),
  ).action((options: WatchOptions) =>
    showWatched(terminal, options, async () => {
      const answer = await diagnosis(options);
      printAnswer(terminal, options, answer, diagnosisText);
      const problems = checksOf(answer.value()).filter(({ status }) => status === 'problem').length;
      if (problems > 0 && options.watch === undefined)
        throw new CommandFailure(`${problems} ${problems === 1 ? 'problem' : 'problems'} found`);
    }),
  );
}

/** That no service answers is a finding like any other; what a service itself answers with an error is not. */
async function diagnosis(options: ClientOptions): Promise<JsonText> {
  try {
    return await (await connect(options)).get('/v1/doctor');
  } catch (error) {
    if (error instanceof ApiError || !(error instanceof CommandFailure)) throw error;
    const remedy =
      'start `verbatim serve`; with a database and a log of your own ' +
      '`verbatim serve --database URL --kafka HOST:PORT`, or one service with --only context-builder';
    const service = { check: 'service', status: 'problem', detail: error.message, remedy };
    return JsonText.parse(JSON.stringify({ status: 'problem', checks: [service] }));
  }
}

interface ShownCheck {
  readonly name: string;
  readonly status: string;
  readonly detail: string;
  readonly remedy: string;
}

function checksOf(value: unknown): ShownCheck[] {
  const { checks } = members(value);
  return (Array.isArray(checks) ? checks : []).map(members).map((check) => ({
    name: shown(check['check']),
    status: shown(check['status']),
    detail: shown(check['detail']),
    remedy: shown(check['remedy']),
  }));
}

const STATUS_WIDTH = 'warning'.length;

function diagnosisText(value: unknown, display: Display): string {
  const checks = checksOf(value);
  const width = Math.max(0, ...checks.map(({ name }) => name.length));
  const indent = ' '.repeat(STATUS_WIDTH + width + 4);
  const lines = checks.map(({ name, status, detail, remedy }) => {
    const found = `${statusText(status, display)}  ${name.padEnd(width)}  `;
    const told = display.paragraph(detail, indent).slice(indent.length);
    return found + told + (remedy === '' ? '' : display.paragraph(`→ ${remedy}`, indent));
  });
  const count = (status: string) => checks.filter((check) => check.status === status).length;
  return `${lines.join('')}\n${sumText(count('ok'), count('warning'), count('problem'))}\n`;
}

/** `26 ok, 1 warning, 2 problems`; what there is none of is left out. */
function sumText(ok: number, warnings: number, problems: number): string {
  const parts = [
    `${ok} ok`,
    ...(warnings === 0 ? [] : [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`]),
    ...(problems === 0 ? [] : [`${problems} ${problems === 1 ? 'problem' : 'problems'}`]),
  ];
  return warnings + problems === 0 ? `All ${ok} checks are ok` : parts.join(', ');
}

function statusText(status: string, display: Display): string {
  const padded = status.padEnd(STATUS_WIDTH);
  if (status === 'ok') return display.green(padded);
  return status === 'warning' ? display.yellow(padded) : display.red(padded);
}
