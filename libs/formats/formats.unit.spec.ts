import { countedTexts, format, JsonText } from '.';

const read = (message: unknown) =>
  format('openai-chat').decode(JsonText.parse(JSON.stringify(message)), 'data');
const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{ "n": 1.0 }' } });

it('the texts to count are those that leave', () => {
  const assistant = read({
    role: 'assistant',
    content: 'a',
    name: 'n',
    refusal: 'r',
    tool_calls: [call('c')],
  });
  expect(countedTexts(assistant)).toEqual(['n', 'a', 'r', 'f', '{ "n": 1.0 }']);
  expect(countedTexts(read({ role: 'tool', tool_call_id: 'c', content: 'out' }))).toEqual(['out']);
  const user = read({ role: 'user', content: [{ type: 'image_url', image_url: { url: 'u' } }] });
  expect(countedTexts(user)).toEqual([]);
});
