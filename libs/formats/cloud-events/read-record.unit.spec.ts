import { writeEvent } from '.';
import { data, fate, hash, minimal, read } from './records.fixture';

const at = (time: string) => read({ ...minimal, time });
const message = (content: unknown) => ({ ...minimal, data: content });

describe('an event', () => {
  it('needs type, subject and data only', () => {
    expect(read(minimal)).toMatchObject({
      kind: 'event',
      envelope: {
        tenant: 'default',
        conversation: 'c1',
        id: 'events/3/17',
        dataversion: 1,
        source: null,
        time: null,
        mode: 'structured',
      },
      event: {
        type: 'MessageAppended',
        id: 'events/3/17',
        data: { role: 'user', parts: [{ type: 'text', text: 'hello' }] },
      },
      marks: {},
    });
  });

  it('treats null attributes as absent', () => {
    expect(read({ ...minimal, id: null, tenantid: null, dataversion: null, time: null }).kind).toBe('event');
  });

  it('is read in binary mode too, with the same hash', () => {
    const headers = {
      ce_specversion: '1.0',
      ce_type: Buffer.from('MessageAppended'),
      ce_subject: 'c1',
      ce_tenantid: 'acme',
      ce_dataversion: '1',
      'content-type': 'application/json',
    };
    expect(read(data, headers)).toMatchObject({
      kind: 'event',
      envelope: { tenant: 'acme', mode: 'binary', dataText: JSON.stringify(data) },
    });
    expect(hash(data, headers)).toBe(hash(minimal));
  });

  it('is structured where the content type says so, whatever other headers there are', () => {
    expect(
      read(minimal, { ce_type: 'x', 'content-type': 'application/cloudevents+json; charset=UTF-8' }).kind,
    ).toBe('event');
  });

  it('keeps its data as it was written', () => {
    const dataText = String.raw`{ "role":"user", "content":"\ud800 \u0000", "x": 1.0, "2":0, "1":12345678901234567890 }`;
    const result = read(`{"type":"MessageAppended","subject":"c1","data": ${dataText} }`);
    expect(result).toMatchObject({
      kind: 'event',
      envelope: { dataText },
      event: { data: { parts: [{ text: '\ud800 \0' }] } },
    });
  });

  it('keeps a time that is RFC 3339 and no other', () => {
    expect(at('2026-02-28T09:00:00.123456+02:00')).toMatchObject({
      envelope: { time: '2026-02-28T09:00:00.123456+02:00' },
    });
    for (const wrong of [
      '2026-02-30T09:00:00Z',
      'yesterday',
      '0000-01-01T00:00:00Z',
      '2026-01-01T00:00:00+23:59',
    ]) {
      expect(at(wrong)).toMatchObject({ kind: 'event', envelope: { time: null } });
    }
  });

  it('survives being written and read', () => {
    const dataText = '{"role":"user","content":"1","x":1.0}';
    const text = writeEvent({
      id: 'i',
      source: 's',
      type: 'MessageAppended',
      subject: 'c',
      tenant: 't',
      time: '2026-01-01T00:00:00Z',
      dataversion: 1,
      causationId: 'e',
      dataText,
    });
    expect(read(text)).toMatchObject({
      kind: 'event',
      envelope: {
        id: 'i',
        source: 's',
        type: 'MessageAppended',
        conversation: 'c',
        tenant: 't',
        time: '2026-01-01T00:00:00Z',
        causationId: 'e',
        correlationId: null,
        dataText,
      },
    });
  });
});

describe('message data', () => {
  const parts = [{ type: 'text', text: 'x' }];

  it('is canonical where it has parts, and any format where it names one', () => {
    expect(read(message({ role: 'user', parts, runId: 'r', iteration: 2 }))).toMatchObject({
      event: { data: { role: 'user', parts } },
      marks: { runId: 'r', iteration: 2 },
    });
    expect(read(message({ format: 'openai-chat', ...data })).kind).toBe('event');
    expect(read(message({ format: 'ai-sdk-ui', role: 'user', parts }))).toMatchObject({
      event: { data: { role: 'user', parts } },
    });
    expect(fate(message({ format: 'smoke' }))).toMatch(
      /^ignored event-invalid data.format: "smoke" is not a format \(openai-chat, /,
    );
  });

  it.each([
    [
      { role: 'user', parts: [{ type: 'tool-call', id: 'a', name: 'f', arguments: '' }] },
      'data.parts: a tool-call belongs in an assistant message, not in a user message',
    ],
    [
      { role: 'tool', parts: [] },
      'data.parts: a tool message has tool-results, and nothing but data beside them',
    ],
    [
      { role: 'tool', parts: [{ type: 'tool-result', callId: 'a', content: [] }, parts[0]] },
      'data.parts: a tool message has tool-results, and nothing but data beside them',
    ],
    [
      { role: 'system', parts: [{ type: 'tool-result', callId: 'a', content: [] }] },
      'data.parts: a tool-result belongs in a tool message, not in a system message',
    ],
    [
      { role: 'user', parts: [{ type: 'txt' }] },
      'data.parts[0].type: "txt" is not a type (text, image, file, tool-call, tool-result, reasoning, data): did you mean "text"?',
    ],
    [
      { role: 'tool', tool_call_id: 'a\0', content: '' },
      'data: NUL and lone surrogates are not allowed in the ids of calls and runs',
    ],
    [{ ...data, iteration: 0 }, 'data.iteration: 0 is below 1'],
    [null, 'data: expected object, got null'],
  ])('%j is ignored', (content, sentence) => {
    expect(fate(message(content))).toBe(`ignored event-invalid ${sentence}`);
  });
});
