import { contextRequest } from './context';

test('a context request has only what was asked for', () => {
  expect(contextRequest({ model: 'gpt-4o' })).toBe('{"model":"gpt-4o"}');
});

test('a budget is of tokens, and a position is a number', () => {
  const options = { model: 'gpt-4o', target: 'openai-chat', budget: 800, at: '42' };
  expect(JSON.parse(contextRequest(options))).toEqual({
    model: 'gpt-4o',
    target: 'openai-chat',
    budget: { tokens: 800 },
    at: 42,
  });
});

test('calls without a result are refused unless asked otherwise', () => {
  const options = { model: 'gpt-4o', openCalls: 'placeholder' };
  expect(contextRequest(options)).toBe('{"model":"gpt-4o","openCalls":"placeholder"}');
});

test('a time stays text', () => {
  const at = '2026-01-31T12:00:00Z';
  expect(JSON.parse(contextRequest({ model: 'gpt-4o', at }))).toEqual({ model: 'gpt-4o', at });
});
