const time = '2026-11-23T00:08:07.569Z';

export const question = { role: 'user', content: 'Where is parcel 7391?' };
export const instructions = { role: 'system', content: 'You help customers of a parcel service.' };

const call = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'track', arguments: '{"parcel":7391}' } }],
};
export const toolResult = {
  role: 'tool',
  tool_call_id: 'call_1',
  content: 'out for delivery, expected at 14:30',
};

export const bodyServed = { messages: [instructions, question, call, toolResult] };

export const historyItem = { id: 'm2', position: 3, time, role: 'user', message: question };

export const toolResultEvent = {
  specversion: '1.0',
  id: 'm4',
  source: 'shop',
  type: 'MessageAppended',
  subject: 'order-4711',
  data: toolResult,
};
