// An agent on OpenAI's responses, with nothing stored there: responses.ts CONVERSATION QUESTION
import OpenAI from 'openai';
import { VerbatimClient } from 'verbatim-context-client/openai';

const [id = 'responses-1', question = 'Where are my parcels 7391 and 7392?'] = process.argv.slice(2);
const { VERBATIM_URL = 'http://127.0.0.1:8080', VERBATIM_API_KEY } = process.env;
const model = 'gpt-5';
const format = 'openai-responses';
const track: OpenAI.Responses.FunctionTool = {
  type: 'function',
  name: 'track',
  description: 'Where a parcel is',
  parameters: { type: 'object', properties: { parcel: { type: 'integer' } }, required: ['parcel'] },
  strict: false,
};

async function main(): Promise<void> {
  const openai = new OpenAI();
  const verbatim = new VerbatimClient({ url: VERBATIM_URL, apiKey: VERBATIM_API_KEY });
  const conversation = verbatim.conversation(id);
  await conversation.append([{ role: 'user', content: question }], { format, system: 'You track parcels.' });
  for (;;) {
    const { body, callId, tokens } = await conversation.context({ model, target: format, tools: [track] });
    const { output, output_text: text } = await openai.responses.create({
      model,
      tools: [track],
      store: false,
      include: ['reasoning.encrypted_content'],
      ...body,
    });
    // Every item is a message: the reasoning, sealed, and the calls that follow from it.
    await conversation.append(output, { format, idempotencyKey: callId });
    console.log(`${callId}: ${tokens} tokens, ${body.input.length} items`);
    const calls = output.filter((item) => item.type === 'function_call');
    if (calls.length === 0) {
      console.log(text);
      return console.log(await conversation.verify(callId));
    }
    const results = calls.map((call) => ({
      type: 'function_call_output',
      call_id: call.call_id,
      output: resultOf(call),
    }));
    await conversation.append(results, { format, ids: calls.map((call) => `result-${call.call_id}`) });
  }
}

function resultOf(call: OpenAI.Responses.ResponseFunctionToolCall): string {
  const { parcel } = JSON.parse(call.arguments) as { parcel: number };
  return `parcel ${parcel}: out for delivery, expected at 14:30`;
}

void main();
