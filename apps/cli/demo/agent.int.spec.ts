import { join } from 'node:path';
import { chatMessageSchema, format, type ChatMessage } from '@verbatim/formats';
import { exploration } from './agent';
import type { Script } from './chat';
import { ProjectFiles } from './project-files';
import { tasks } from './tasks';

jest.setTimeout(60_000);

/** The messages in order; a context that is asked for is null. */
async function played(script: Script): Promise<(string | null)[]> {
  const said: (string | null)[] = [];
  await script({
    append: async (text) => void said.push(text),
    call: async () => void said.push(null),
  });
  return said;
}

const project = (): Promise<ProjectFiles> => ProjectFiles.open(join(__dirname, '../../..'));

test('the exploration is long, real, valid for the provider, and a context comes before each answer', async () => {
  const said = await played(exploration(await project(), tasks));
  const messages: ChatMessage[] = said.flatMap((text) =>
    text === null ? [] : [chatMessageSchema.parse(JSON.parse(text))],
  );
  expect(messages.length).toBeGreaterThanOrEqual(160);
  expect(format('openai-chat').check({ messages })).toEqual([]);
  expect(messages.filter(({ role }) => role === 'user')).toHaveLength(tasks.length);
  said.forEach((text, index) => {
    const role = text === null ? null : chatMessageSchema.parse(JSON.parse(text)).role;
    expect(said[index - 1] === null).toBe(role === 'assistant');
  });
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
  expect(results.filter((text) => text.startsWith('error:'))).toEqual([]);
  expect(Math.max(...results.map((text) => text.length))).toBeGreaterThan(8000);
  expect(messages.some((message) => message.role === 'assistant' && message.tool_calls?.length === 2)).toBe(
    true,
  );
});

test('the same files give the same conversation', async () => {
  const some = tasks.slice(0, 2);
  expect(await played(exploration(await project(), some))).toEqual(
    await played(exploration(await project(), some)),
  );
});

test('every task finds lines to quote where it looks', async () => {
  const files = await project();
  for (const { folder, term } of tasks) expect(await files.search(term, folder)).toContain(`${folder}/`);
});
