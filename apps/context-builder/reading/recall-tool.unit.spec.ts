import type Anthropic from '@anthropic-ai/sdk';
import { formatNames } from '@verbatim/conversation';
import { dynamicTool, generateText, jsonSchema } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import Ajv2020 from 'ajv/dist/2020';
import { recallTool } from './recall-tool';

const schemaOf = {
  'openai-chat': (form: object) => (form as { function: { parameters: object } }).function.parameters,
  'openai-responses': (form: object) => (form as { parameters: object }).parameters,
  anthropic: (form: object) => (form as Anthropic.Tool).input_schema,
  'ai-sdk': (form: object) => (form as { inputSchema: object }).inputSchema,
  'ai-sdk-ui': (form: object) => (form as { inputSchema: object }).inputSchema,
};

describe.each(Object.entries(schemaOf))('for %s', (target, find) => {
  const form = recallTool(target as keyof typeof schemaOf);

  it('has a schema that takes what can be asked and nothing else', () => {
    const validate = new Ajv2020({ strict: true }).compile(find(form));
    const taken = [{ ref: 'm' }, { ref: 'm', offset: 0 }, { ref: 'm', offset: 9, limit: 50_000 }];
    const refused = [
      {},
      { ref: '' },
      { ref: 'm', limit: 50_001 },
      { ref: 'm', offset: -1 },
      { ref: 'm', x: 1 },
    ];
    expect(taken.map((value) => validate(value))).toEqual([true, true, true]);
    expect(refused.map((value) => validate(value))).toEqual([false, false, false, false, false]);
    expect(find(form)).toMatchObject({ type: 'object', required: ['ref'] });
    expect(find(form)).not.toHaveProperty('$schema');
  });
});

it("is in each target's own form", () => {
  const shapes = formatNames.map((target) => [target, Object.keys(recallTool(target))]);
  expect(Object.fromEntries(shapes)).toEqual({
    'openai-chat': ['type', 'function'],
    'openai-responses': ['type', 'name', 'description', 'parameters', 'strict'],
    anthropic: ['name', 'description', 'input_schema'],
    'ai-sdk': ['type', 'name', 'description', 'inputSchema'],
    'ai-sdk-ui': ['type', 'name', 'description', 'inputSchema'],
    'agent-zero': ['file', 'content'],
  });
  expect(recallTool('openai-chat')).toMatchObject({ type: 'function', function: { name: 'recall' } });
  expect(recallTool('openai-responses')).toMatchObject({ type: 'function', name: 'recall', strict: false });
});

it('is what the AI SDK itself hands to a model', async () => {
  const form = recallTool('ai-sdk') as { name: string; description: string; inputSchema: object };
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  };
  const model = new MockLanguageModelV3({
    doGenerate: {
      content: [{ type: 'text', text: 'ok' }],
      finishReason: { unified: 'stop', raw: undefined },
      usage,
      warnings: [],
    },
  });
  const { name, description, inputSchema } = form;
  const execute = () => '';
  const tools = { [name]: dynamicTool({ description, inputSchema: jsonSchema(inputSchema), execute }) };
  await generateText({ model, tools, prompt: 'hello' });
  expect(JSON.parse(JSON.stringify(model.doGenerateCalls[0]?.tools))).toEqual([form]);
});

it('is a prompt for Agent Zero that names every argument and shows a call as JSON', () => {
  const { file, content } = recallTool('agent-zero') as { file: string; content: string };
  expect(file).toBe('agent.system.tool.recall.md');
  expect(content).toMatch(/^### recall\n/);
  for (const argument of ['ref', 'offset', 'limit'])
    expect(content).toMatch(new RegExp(`^- ${argument}: .{10}`, 'm'));
  const [, example = ''] = /~~~json\n(.*)\n~~~/s.exec(content) ?? [];
  expect(JSON.parse(example)).toMatchObject({ tool_name: 'recall', tool_args: { ref: '...' } });
});
