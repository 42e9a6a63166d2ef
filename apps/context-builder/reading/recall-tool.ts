import type { FormatName } from '@verbatim/conversation';
import { z } from 'zod';
import { recallRequestSchema } from './recall-request';

const name = 'recall';
const description =
  'Reads earlier parts of this conversation again, in full. The context may show a message shortened, a tool result ' +
  'as a placeholder, or many messages as one summary; each of these has a reference. Call this with a reference to ' +
  'get the text that stands behind it: of a message all of it, of a summary every message that it covers, each ' +
  'headed by its role and its own reference. The answer is {ref, kind, text, offset, total, next}; where `next` is ' +
  'not null there is more: call again with offset set to it.';

type Tool = Readonly<Record<string, unknown>>;

/** The definition of the tool `recall` as the target takes it among its tools. Each call gives an object of its own. */
export function recallTool(target: FormatName): Tool {
  const schema = parameters();
  switch (target) {
    case 'openai-chat':
      return { type: 'function', function: { name, description, parameters: schema } };
    case 'openai-responses':
      // Strict mode wants every argument required; here only `ref` is.
      return { type: 'function', name, description, parameters: schema, strict: false };
    case 'anthropic':
      return { name, description, input_schema: schema };
    case 'ai-sdk':
    case 'ai-sdk-ui':
      // The SDK's language models take it so; in its own `tools`, inputSchema goes through jsonSchema().
      return { type: 'function', name, description, inputSchema: schema };
    case 'agent-zero':
      // Agent Zero has no field for tools: it puts the text of every such file into its system prompt.
      return { file: `agent.system.tool.${name}.md`, content: agentZeroPrompt() };
  }
}

function parameters(): Tool {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(recallRequestSchema, { io: 'input' });
  return schema;
}

function agentZeroPrompt(): string {
  const given = Object.entries(recallRequestSchema.shape).map(([argument, schema]) => {
    const { description: meaning = '' } = schema.meta() ?? {};
    return `- ${argument}: ${meaning}`;
  });
  const example = {
    thoughts: ['The result I need was left out of the context...'],
    headline: 'Reading an earlier message again',
    tool_name: name,
    tool_args: { ref: '...' },
  };
  const usage = `usage:\n\n~~~json\n${JSON.stringify(example, null, 4)}\n~~~\n`;
  return `### ${name}\n${description}\n${given.join('\n')}\n${usage}`;
}
