import type { Message } from '@verbatim/conversation';
import { argumentsObject, boundElsewhere, callIdFor, nativeOf, renamedCall, toolNameFor } from '.';

const rule = { pattern: /^[a-z0-9_]+$/, maxLength: 40, unique: true };

describe('a call id', () => {
  it('stays where the provider takes it', () => {
    expect(callIdFor(rule, 'call_1', { name: 'f', again: null })).toBe('call_1');
    expect(callIdFor({ ...rule, unique: false }, 'call_1', { name: 'f', again: 'e9' })).toBe('call_1');
  });

  it.each([
    ['too long', 'x'.repeat(41), null],
    ['of other letters', 'é 1', null],
    ['used again', 'call_1', 'e9'],
  ])('that is %s leaves as another, always the same', (_, id, again) => {
    const to = callIdFor(rule, id, { name: 'f', again });
    expect(to).toMatch(/^call_[0-9a-f]{24}$/);
    expect(callIdFor(rule, id, { name: 'g', again })).toBe(to);
    expect(callIdFor(rule, id, { name: 'f', again: 'another' })).not.toBe(to);
    expect(renamedCall(id, to, 2)).toMatchObject([{ code: 'call-id-changed', part: 2 }]);
  });
});

it.each([
  ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5', null],
  ['gpt-5-2025-08-07', 'gpt-5', null],
  [undefined, 'gpt-5', null],
  ['gpt-5-mini', 'gpt-5', 'reasoning-bound'],
  ['claude-sonnet-4-5', 'gpt-5', 'reasoning-bound'],
])('reasoning of %s in a context for %s: %s', (wrote, model, code) => {
  const message: Message = { role: 'assistant', parts: [], ...(wrote !== undefined && { model: wrote }) };
  expect(boundElsewhere({ message, model }, 0)?.code ?? null).toBe(code);
});

it.each([
  ['{"a": 1.0}', '{"a": 1.0}', []],
  ['', '{}', []],
  ['[1]', '{"arguments":"[1]"}', ['arguments-wrapped']],
  ['{"a":', String.raw`{"arguments":"{\"a\":"}`, ['arguments-wrapped']],
])('arguments %j as an object: %s', (text, json, codes) => {
  const object = argumentsObject(text, 0);
  expect([object.json, object.repairs.map(({ code }) => code)]).toEqual([json, codes]);
});

it('arguments nested so deep that a reader of the body would fail are wrapped as well', () => {
  const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  expect(argumentsObject(nested(100), 0).repairs).toEqual([]);
  expect(argumentsObject(nested(20_000), 0).repairs).toMatchObject([{ code: 'arguments-wrapped' }]);
});

it.each([
  ['get_weather', 'get_weather'],
  ['get weather/ü', 'get_weather__'],
  ['', 'unnamed'],
  ['a'.repeat(70), 'a'.repeat(64)],
])('the tool name %j leaves as %s', (from, to) => expect(toolNameFor(from, 64)).toBe(to));

it('what is ours beside a message does not leave', () => {
  const dataText = '{"format":"anthropic", "role":"user","runId":"r","iteration":1,"content":1.0}';
  const message: Message = { role: 'user', parts: [] };
  expect(nativeOf({ dataText, message }, 'anthropic')?.slice()).toBe('{"role":"user","content":1.0}');
  expect(nativeOf({ dataText, message }, 'ai-sdk')).toBeNull();
  expect(nativeOf({ dataText: '{"content":2}', message }, 'openai-chat')?.slice()).toBe('{"content":2}');
});
