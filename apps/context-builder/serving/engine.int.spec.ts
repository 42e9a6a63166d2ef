import { ContextRig } from '../../../test/support/in-process/context-rig';

const rig = new ContextRig();
let number = 0;

async function served(messages: readonly object[], target: 'anthropic' | 'openai-responses') {
  number += 1;
  const conversation = rig.conversation(`c${number}`);
  for (const message of messages) await conversation.append(JSON.stringify({ format: target, ...message }));
  return rig.render(conversation, target);
}

const question = { role: 'user', content: 'hi' };

it('a message that is left as it came is not written anew beside one that is', async () => {
  const odd = { role: 'assistant', content: [{ type: 'text', text: 'x', cache_control: [] }] };
  const sound = {
    role: 'user',
    content: [{ type: 'text', text: 'y', cache_control: { type: 'ephemeral' } }],
  };
  const { bodyText } = await served([question, odd, sound], 'anthropic');
  expect(bodyText).toContain(JSON.stringify(sound));
  expect(bodyText).toContain('{"type":"text","text":"x"}');
});

it('a conversation of system messages alone is refused in words that are true', async () => {
  const context = served([{ role: undefined, system: 'be brief' }], 'anthropic');
  await expect(context).rejects.toThrow('there is no message to show: the conversation has none that leaves');
});
