import { IGNORED_COUNTED, type IgnoredTally } from '@verbatim/conversation-store';
import { ok, warning, type Check } from '../check';
import { counted, example, LATELY_HOURS } from './conversations';

/** Events that are kept and change nothing, because of what their producer wrote. */
export function ignoredEvents(ignored: IgnoredTally): Check {
  if (ignored.total === 0) return ok('ignored', `none in ${LATELY_HOURS} hours`);
  const number =
    ignored.total < IGNORED_COUNTED ? counted(ignored, 'event') : `${IGNORED_COUNTED} events or more`;
  const codes = ignored.codes.map(({ code, count }) => `${code} ${count}`).join(', ');
  const remedy =
    '`verbatim ignored` shows them by code and source; correct the producer and send each again under a new event id; ' +
    'docs/schemas/MessageAppended.json and docs/producers.md say what is expected, and `verbatim check FILE` holds ' +
    'sample records against it without a service';
  return warning('ignored', `${number} in ${LATELY_HOURS} hours (${codes})${example(ignored)}`, remedy);
}
