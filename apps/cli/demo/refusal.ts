import { ApiError } from '../api-error';
import type { RefusalStep } from './steps';

const advice: Readonly<Record<string, string>> = {
  'open-calls': 'a runtime answers these calls first, or asks with openCalls "placeholder"',
  'budget-impossible': 'let the policy reduce earlier (--policy), or use a model with a larger window',
  'context-invalid': 'the provider would refuse this order of messages; the journal keeps them as they are',
  'event-ignored': 'the message is kept, but over a limit: see VERBATIM_LIMIT_… in the configuration',
  'too-large': 'raise VERBATIM_LIMIT_… in the configuration, or shorten it',
  'projection-behind': 'the machine is busy: ask again',
};

/**
 * What an answer of the service says about one message or call. Whatever else goes wrong is thrown again: a service
 * that fails ends a demonstration, a conversation that it refuses does not.
 */
export function refusalOf(error: unknown, what: string): RefusalStep {
  if (!(error instanceof ApiError)) throw error;
  const { status, code, detail } = error.problem;
  if (status === 404 || (status >= 500 && code !== 'projection-behind')) throw error;
  return {
    step: 'refusal',
    what,
    code,
    detail,
    advice: advice[code] ?? 'the demonstration goes on without it',
  };
}
