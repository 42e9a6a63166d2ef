import OpenAI from 'openai';
import { VerbatimClient } from 'verbatim-context-client/openai';

const chat = new VerbatimClient().conversation('parcel-7391');
await chat.append([{ role: 'user', content: 'Where is my parcel 7391?' }]);
const context = await chat.context({ model: 'gpt-4o' });
const { choices } = await new OpenAI().chat.completions.create({ model: 'gpt-4o', ...context.body });
await chat.append(choices.map(({ message }) => message));
console.log(choices[0]?.message.content);
console.log(`What did the model see? verbatim saw ${chat.id} ${context.callId}`);
