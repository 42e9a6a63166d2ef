import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolvePolicy } from '@verbatim/conversation';
import { CommandFailure } from './failure';
import { readPolicyDocument } from './policy-document';

const directory = mkdtempSync(join(tmpdir(), 'verbatim-policy-'));
afterAll(() => rmSync(directory, { recursive: true }));
mkdirSync(join(directory, 'prompts'));

function file(name: string, content: string): string {
  writeFileSync(join(directory, name), content);
  return join(directory, name);
}

const yaml = (part: string) => `preset: chainlite
history_truncator_config:
  post_run_compaction:
    mode: custom
${part}`;

file(
  'prompts/custom.yaml',
  'llm_model_name: "openai:gpt-3.5-turbo"\nsystem_prompt: Summarize this concisely.\n',
);
file('prompts/custom.json', '{"model": "gpt-4o-mini"}');

const summarizer = { model: 'openai:gpt-3.5-turbo', systemPrompt: 'Summarize this concisely.' };

test("a summariser's file is put in place, from where the policy's file lies, and the policy resolves", async () => {
  const text = await readPolicyDocument(
    file('policy.yaml', yaml('    summarizor_config_path: prompts/custom.yaml\n')),
  );
  const document: unknown = JSON.parse(text);
  expect(document).toEqual({
    preset: 'chainlite',
    history_truncator_config: { post_run_compaction: { mode: 'custom', summarizer } },
  });
  expect(resolvePolicy(document).toolResults?.compaction?.postRun?.summarizer).toMatchObject(summarizer);
});

test('in our own names and in JSON too', async () => {
  const compaction = {
    postRun: { mode: 'custom', summarizerPath: 'prompts/custom.yaml' },
    inRun: { mode: 'custom', summarizerPath: 'prompts/custom.json' },
  };
  const text = await readPolicyDocument(file('policy.json', JSON.stringify({ toolResults: { compaction } })));
  expect(JSON.parse(text)).toEqual({
    toolResults: {
      compaction: {
        postRun: { mode: 'custom', summarizer },
        inRun: { mode: 'custom', summarizer: { model: 'gpt-4o-mini' } },
      },
    },
  });
});

test('a path beside an inline summariser is left for the service to refuse', async () => {
  const both =
    '    summarizor_config_path: prompts/custom.yaml\n    summarizor_config_dict: { llm_model_name: m }\n';
  const document: unknown = JSON.parse(await readPolicyDocument(file('both.yaml', yaml(both))));
  expect(() => resolvePolicy(document)).toThrow('inline or as a path, and here it is both');
});

test('a file that is not there, or holds no summariser, is named', async () => {
  const missing = file('missing.yaml', yaml('    summarizor_config_path: prompts/none.yaml\n'));
  await expect(readPolicyDocument(missing)).rejects.toThrow(/prompts\/none\.yaml cannot be read/);
  file('prompts/list.yaml', '- a\n');
  const list = file('list-policy.yaml', yaml('    summarizor_config_path: prompts/list.yaml\n'));
  await expect(readPolicyDocument(list)).rejects.toThrow(/list\.yaml holds no summariser/);
});

test('a document that names no file is sent as it was written', async () => {
  const written = '{"preset":  "agentkit", "window": {"maxMessages": 150.0}}';
  expect(await readPolicyDocument(file('plain.json', written))).toBe(written);
});

test('a document that contains itself is refused', async () => {
  await expect(readPolicyDocument(file('round.yaml', '&a [*a]\n'))).rejects.toThrow(CommandFailure);
});
