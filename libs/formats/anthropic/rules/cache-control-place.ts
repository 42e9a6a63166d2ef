import { inEach } from '../../checking';
import { isBlank } from '../../encoding';
import type { Rule } from '../../format';
import { isObject, type JsonObject } from '../../json-object';
import type { BodyView } from './body-view';

export const cacheControlPlace: Rule<BodyView> = {
  name: 'cache-control-place',
  fact: 'Thinking and empty texts have no cache_control; elsewhere it is ephemeral, for 5m or 1h.',
  source: 'https://github.com/UKGovernmentBEIS/inspect_ai/pull/3967',
  check: ({ blocks }) =>
    inEach(
      blocks,
      ({ value, inner }) => [value, ...inner].map(problemOf).find((one) => one !== null) ?? null,
    ),
};

function problemOf({ type, text, cache_control: mark }: JsonObject): string | null {
  const isThought = type === 'thinking' || type === 'redacted_thinking';
  if (isThought) return mark === undefined ? null : `cache_control on a ${type} block`;
  if (mark === undefined || mark === null) return null;
  if (type === 'text' && typeof text === 'string' && isBlank(text)) return 'cache_control on an empty text';
  const isKnown =
    isObject(mark) && mark['type'] === 'ephemeral' && [undefined, '5m', '1h'].includes(ttlOf(mark));
  return isKnown ? null : 'cache_control is not of a known kind';
}

function ttlOf({ ttl }: JsonObject): string | undefined {
  return ttl === undefined || typeof ttl === 'string' ? ttl : 'unknown';
}
