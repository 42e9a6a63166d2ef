// An agent on Anthropic's messages that thinks and uses a tool: messages.ts CONVERSATION QUESTION
import Anthropic from '@anthropic-ai/sdk';
import { VerbatimClient } from 'verbatim-context-client/anthropic';

const [id = 'messages-1', question = 'Where are my parcels 7391 and 7392?'] = process.argv.slice(2);
const { VERBATIM_URL = 'http://127.0.0.1:8080', VERBATIM_API_KEY } = process.env;
const model = 'claude-sonnet-5-5';
const format = 'anthropic';
const track: Anthropic.Tool = {
  name: 'track',
  description: 'Where a parcel is',
  input_schema: { type: 'object', properties: { parcel: { type: 'integer' } }, required: ['parcel'] },
};

async function main(): Promise<void> {
  const anthropic = new Anthropic();
  const verbatim = new VerbatimClient({ url: VERBATIM_URL, apiKey: VERBATIM_API_KEY });
  const conversation = verbatim.conversation(id);
  await conversation.append([{ role: 'user', content: question }], { format, system: 'You track parcels.' });
  for (;;) {
    const { body, callId, tokens } = await conversation.context({ model, target: format, tools: [track] });
    const message = await anthropic.messages.create({
      model,
      max_tokens: 4096,
      thinking: { type: 'adaptive' },
      tools: [track],
      ...body,
    });
    // The answer as it is: its thinking blocks come back with their signatures.
    await conversation.append([message], { format, ids: [message.id] });
    console.log(`${callId}: ${tokens} tokens, ${body.messages.length} messages`);
    const calls = message.content.filter((block) => block.type === 'tool_use');
    if (calls.length === 0) {
      for (const block of message.content) if (block.type === 'text') console.log(block.text);
      return console.log(await conversation.verify(callId));
    }
    const content = calls.map((call) => ({
      type: 'tool_result',
      tool_use_id: call.id,
      content: resultOf(call),
    }));
    await conversation.append([{ role: 'user', content }], { format, ids: [`results-${message.id}`] });
  }
}

function resultOf({ input }: Anthropic.ToolUseBlock): string {
  const { parcel } = input as { parcel: number };
  return `parcel ${parcel}: out for delivery, expected at 14:30`;
}

void main();
