import type { Summarizer, SummaryMessage, SummaryRequest } from '@verbatim/llm';
import { writeSummary } from './write-summary';

const { signal } = new AbortController();

/** Answers with the refs that it was given, after the summaries before. */
function recorder() {
  const requests: SummaryRequest[] = [];
  const summarizer: Summarizer = {
    name: 'recorder',
    summarize: async (request) => {
      requests.push(request);
      const text = [...request.previousSummaries, ...request.messages.map(({ ref }) => ref)].join(' ');
      return {
        text,
        summarizer: 'recorder',
        promptVersion: '1',
        usage: { inputTokens: 10, outputTokens: 1 },
      };
    },
  };
  return { requests, summarizer };
}

function message(ref: string, text: string): SummaryMessage {
  return { ref, role: 'user', text };
}

test('asks once for what fits', async () => {
  const { requests, summarizer } = recorder();
  const input = { previousSummaries: ['before'], messages: [message('a', '12345'), message('b', '67890')] };
  const summary = await writeSummary(summarizer, input, signal, 10);
  expect(requests).toHaveLength(1);
  expect(summary).toMatchObject({ text: 'before a b', usage: { inputTokens: 10, outputTokens: 1 } });
});

test('takes what does not fit part after part, each with the summary so far', async () => {
  const { requests, summarizer } = recorder();
  const messages = ['a', 'b', 'c', 'd', 'e'].map((ref) => message(ref, 'ééé'));
  const summary = await writeSummary(summarizer, { previousSummaries: ['before'], messages }, signal, 12);
  expect(requests.map((request) => request.messages.map(({ ref }) => ref))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e'],
  ]);
  expect(requests.map(({ previousSummaries }) => previousSummaries)).toEqual([
    ['before'],
    ['before a b'],
    ['before a b c d'],
  ]);
  expect(summary).toMatchObject({
    text: 'before a b c d e',
    usage: { inputTokens: 30, outputTokens: 3 },
  });
});

test('cuts a message that no call can hold, and loses none of it', async () => {
  const { requests, summarizer } = recorder();
  const text = 'abcdefghij'.repeat(5);
  await writeSummary(summarizer, { previousSummaries: [], messages: [message('a', text)] }, signal, 12);
  const pieces = requests.flatMap((request) => request.messages);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  for (const request of requests) {
    const bytes = request.messages.reduce((sum, piece) => sum + Buffer.byteLength(piece.text), 0);
    expect(bytes).toBeLessThanOrEqual(12);
  }
});
