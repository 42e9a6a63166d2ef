import { JsonText } from '@verbatim/formats/json-text';
import type { Command } from 'commander';
import { ApiError } from '../api-error';
import { clientCommand, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { CommandFailure } from '../failure';
import { printAnswer } from '../output';
import { members, shown } from '../rendering';
import type { Terminal } from '../terminal';

/** `doctor`: what is wrong with the installation, and what to do about it. */
export function doctorCommand(program: Command, terminal: Terminal): void {
  clientCommand(program, 'doctor', {
    description: 'check the installation and say what to do about each finding; 1 where there is a problem',
    example: 'doctor',
  }).action(async (options: ClientOptions) => {
    const answer = await diagnosis(options);
    printAnswer(terminal, options, answer, diagnosisText);
    const problems = checksOf(answer.value()).filter(({ status }) => status === 'problem').length;
    if (problems > 0)
      throw new CommandFailure(`${problems} ${problems === 1 ? 'problem' : 'problems'} found`);
  });
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

function diagnosisText(value: unknown): string {
  const checks = checksOf(value);
  const width = Math.max(0, ...checks.map(({ name }) => name.length));
  const lines = checks.map(({ name, status, detail, remedy }) => {
    const found = `${status.padEnd('warning'.length)}  ${name.padEnd(width)}  ${detail}\n`;
    return remedy === '' ? found : `${found}${' '.repeat(width + 11)}→ ${remedy}\n`;
  });
  const count = (status: string) => checks.filter((check) => check.status === status).length;
  const sum = `${count('ok')} ok, ${count('warning')} to be looked at, ${count('problem')} wrong`;
  return `${lines.join('')}\n${sum}\n`;
}
