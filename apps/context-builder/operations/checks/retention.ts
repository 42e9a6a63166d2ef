import type { KeptTopic, RetentionLimits } from '@verbatim/event-log';
import { ok, warning, type Check } from '../check';

/** Of the embedded log. Kafka's own settings are checked as `topic`. */
export function keptRecords(kept: readonly KeptTopic[], { hours, bytes }: RetentionLimits): Check[] {
  const limits = [
    ...(hours === undefined ? [] : [`${hours} hours`]),
    ...(bytes === undefined ? [] : [`${bytes} bytes`]),
  ];
  const rule = limits.length === 0 ? 'kept for ever' : `kept until passed, then for ${limits.join(' or ')}`;
  return kept.map(({ topic, records, bytes: size, trimmed }) => {
    const gone = trimmed === 0 ? '' : `, ${trimmed} gone`;
    const detail = `${topic}: ${records} records of ${size} bytes${gone}; ${rule}`;
    if (bytes === undefined || size <= 2 * bytes) return ok('retention', detail);
    const remedy =
      'more than twice that is kept: a projector trims once a minute, and never beyond what every group has passed: ' +
      'start one, and see `verbatim lag`; a group that is gone for good keeps its rows in processor_positions (docs/operations/runbooks.md)';
    return warning('retention', detail, remedy);
  });
}
