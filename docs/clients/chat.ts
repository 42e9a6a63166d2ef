// An agent on OpenAI's chat completions: chat.ts CONVERSATION QUESTION
import OpenAI from 'openai';
import { VerbatimClient } from 'verbatim-context-client/openai';

const [id = 'chat-1', question = 'Where are my parcels 7391 and 7392?'] = process.argv.slice(2);
const { VERBATIM_URL = 'http://127.0.0.1:8080', VERBATIM_API_KEY } = process.env;
const model = 'gpt-4o';
const track: OpenAI.ChatCompletionFunctionTool = {
  type: 'function',
  function: {
    name: 'track',
    description: 'Where a parcel is',
    parameters: { type: 'object', properties: { parcel: { type: 'integer' } }, required: ['parcel'] },
  },
};

async function main(): Promise<void> {
  const openai = new OpenAI();
  const verbatim = new VerbatimClient({ url: VERBATIM_URL, apiKey: VERBATIM_API_KEY });
  const conversation = verbatim.conversation(id);
  await conversation.append([{ role: 'user', content: question }], { system: 'You track parcels.' });
  for (;;) {
    const { body, callId, tokens } = await conversation.context({ model, tools: [track] });
    const { id: answerId, choices } = await openai.chat.completions.create({
      model,
      tools: [track],
      ...body,
    });
    const [choice] = choices;
    if (!choice) throw new Error('the model gave no answer');
    await conversation.append([choice.message], { ids: [answerId] });
    console.log(`${callId}: ${tokens} tokens, ${body.messages.length} messages`);
    const calls = choice.message.tool_calls ?? [];
    if (calls.length === 0) {
      console.log(choice.message.content);
      return console.log(await conversation.verify(callId));
    }
    const results = calls.map((call) => ({ role: 'tool', tool_call_id: call.id, content: resultOf(call) }));
    await conversation.append(results, { ids: calls.map((call) => `result-${call.id}`) });
  }
}

function resultOf(call: OpenAI.ChatCompletionMessageToolCall): string {
  if (call.type !== 'function') return 'there is no such tool';
  const { parcel } = JSON.parse(call.function.arguments) as { parcel: number };
  return `parcel ${parcel}: out for delivery, expected at 14:30`;
}

void main();
