import type { SourceMessage } from '@verbatim/conversation';
import type { Format } from '@verbatim/formats';
import type { RawSource } from './raw-source';
import type { RenderedSegment } from './render-entry';
import { refusedAlone, writtenAnew } from './rewritten-messages';

/** A provider that refuses a body with `odd` in it, and one with two messages that are alike. */
const out = {
  renderBody: (fragments: readonly string[]) => ({ text: `[${fragments.join(',')}]`, repairs: [] }),
  check: (body: unknown) => {
    const texts = body as string[];
    const odd = texts.flatMap((text, index) => (text === 'odd' ? [{ rule: 'odd', index, detail: '' }] : []));
    return new Set(texts).size < texts.length ? [...odd, { rule: 'alike', index: 0, detail: '' }] : odd;
  },
} as Partial<Format> as Format;

const segment = (
  event: string,
  text: string,
  kind: RenderedSegment['kind'] = 'message',
): RenderedSegment => ({
  event,
  kind,
  role: 'user',
  tokens: 1,
  sha256: '',
  text: JSON.stringify(text),
});
const violation = (rule: string) => ({ rule, index: 0, detail: '' });

it('finds the messages that break a rule by themselves', () => {
  const segments = [segment('a', 'x'), segment('b', 'odd'), segment('c', 'odd', 'summary')];
  expect(refusedAlone(segments, [violation('odd')], out)).toEqual(new Set(['b']));
  expect(refusedAlone(segments, [violation('alike')], out)).toEqual(new Set());
});

it('gives these messages, and no others, in the canonical form', () => {
  const message = { role: 'user', parts: [{ type: 'text', text: 'hi' }] };
  const of = (eventId: string) => ({ item: { eventId }, message }) as SourceMessage;
  const source = {
    messages: [of('a'), of('b')],
    newestUser: null,
    pending: [],
  } as unknown as RawSource['source'];
  const raw: RawSource = {
    source,
    texts: new Map([
      ['a', 'as it came'],
      ['b', 'as it came'],
    ]),
  };
  const { texts } = writtenAnew(raw, new Set(['b']));
  expect([...texts]).toEqual([
    ['a', 'as it came'],
    ['b', JSON.stringify(message)],
  ]);
});
