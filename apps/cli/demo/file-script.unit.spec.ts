import { fileScript } from './file-script';

async function played(text: string): Promise<string[]> {
  const said: string[] = [];
  await fileScript(
    'chat.json',
    text,
  )({
    append: async (message) => void said.push(message),
    call: async () => void said.push('call'),
  });
  return said;
}

const user = '{"role":"user", "n": 9007199254740993.0, "content":"a"}';
const assistant = '{"role":"assistant","content":"b"}';

test.each([
  ['a list', `[${user},${assistant}]`],
  ['{messages}', `{"model":"x","messages":[${user}, ${assistant}]}`],
  ['JSONL', `${user}\n\n${assistant}\n`],
])('%s is played as it is written, with a context before each assistant message', async (_, text) => {
  expect(await played(text)).toEqual([user, 'call', assistant]);
});

test('a context is asked at the end where a model would be next', async () => {
  expect(await played(`[${assistant},${user}]`)).toEqual(['call', assistant, user, 'call']);
});

test.each([
  ['[]', 'chat.json has no messages'],
  ['[', 'chat.json:1:2: not JSON'],
  ['[{"role":"user","content":"a"},{"role":"robot"}]', 'chat.json, entry 1.role: "robot"'],
  ['[1]', 'chat.json:1:2: entry 0 is not an object'],
])('a file at fault is refused before anything starts: %s', (text, message) => {
  expect(() => fileScript('chat.json', text)).toThrow(message);
});
