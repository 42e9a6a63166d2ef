import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Message } from '../support/conversation-client';
import { fromMiniSweAgent, fromSweAgent, type MiniSweMessage, type SweMessage } from './converters';

/** Recorded conversations; where they are not, the tests that need them are skipped. */
export const dataFolder = resolve(
  process.env['VERBATIM_DATA_SETS'] ?? join(__dirname, '../../../shared/data'),
);

export const dataIsThere = existsSync(join(dataFolder, 'tau-bench'));

export interface Recording {
  readonly name: string;
  readonly messages: readonly Message[];
}

const MINI_SWE = 'mini-swe-agent/output';
const SWE = 'swe-agent';
const DERIVED = 'derived-openai';

/** Ten conversations: the longest, those whose call ids stand for two calls, long results, no tools, no system. */
export function recordings(): Recording[] {
  return [
    ...[1, 7, 11, 27].map(tauBench),
    miniSweAgent('django', 'deepseek_chat_test_1-100/django__django-13265/django__django-13265.traj.json'),
    miniSweAgent(
      'pvlib',
      'deepseek_reasoner_dev/pvlib__pvlib-python-1707/pvlib__pvlib-python-1707.traj.json',
    ),
    sweAgent(
      'marshmallow',
      'trajectories/demonstrations/replay__marshmallow-code__marshmallow-1867__function_calling_replace_from_source/marshmallow-code__marshmallow-1867.traj',
    ),
    sweAgent(
      'pydicom',
      'tests/test_data/trajectories/gpt4__swe-bench-dev-easy_first_only__default__t-0.00__p-0.95__c-3.00__install-1/pydicom__pydicom-1458.traj',
    ),
    derivedOpenAi(
      'apple-watch',
      'browsergym-workarena/2025-01-02_11-00-06_DemoAgentArgs_on_workarena.servicenow.order-apple-watch_21_Apple.com.json',
    ),
    derivedOpenAi(
      'ipad-pro',
      'tapeagents-workarena/task26_seed1337_workarena.servicenow.order-ipad-pro.json',
    ),
  ];
}

function tauBench(index: number): Recording {
  const all = read<{ traj: Message[] }[]>('tau-bench/gpt-4o-airline.dev-tasks.json');
  return { name: `tau-bench-${index}`, messages: all[index]?.traj ?? [] };
}

function miniSweAgent(name: string, path: string): Recording {
  const { messages } = read<{ messages: MiniSweMessage[] }>(`${MINI_SWE}/${path}`);
  return { name: `mini-swe-agent-${name}`, messages: fromMiniSweAgent(messages) };
}

function sweAgent(name: string, path: string): Recording {
  const { history } = read<{ history: SweMessage[] }>(`${SWE}/${path}`);
  return { name: `swe-agent-${name}`, messages: fromSweAgent(history) };
}

function derivedOpenAi(name: string, path: string): Recording {
  const { messages } = read<{ messages: Message[] }>(`${DERIVED}/${path}`);
  return { name: `derived-openai-${name}`, messages };
}

function read<T>(path: string): T {
  return JSON.parse(readFileSync(join(dataFolder, path), 'utf8')) as T;
}
