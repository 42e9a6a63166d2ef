import * as fc from 'fast-check';
import { asObject, type Native, type Natives } from '../native';
import { argumentsText, few, text, toolName } from '../odds';

const content = fc.oneof(
  text,
  few(text),
  fc.record({ tool_name: toolName, tool_result: text }),
  fc.record({ tool_name: toolName, tool_args: argumentsText.map(asObject), thoughts: few(text) }),
  fc.constantFrom<unknown>({}, { raw: true }, { attachments: ['/a.png'], user_message: 'see' }),
);

const odd: fc.Arbitrary<Native> = fc.oneof(
  fc.record({ ai: fc.boolean(), content }),
  text.map((system) => ({ system })),
);

export const agentZero: Natives = {
  format: 'agent-zero',
  saying: (role, said) => [{ ai: role === 'assistant', content: said }],
  calling: ({ text: said, calls }) =>
    calls.map(({ name, arguments: args }) => ({
      ai: true,
      content: { ...(said === '' ? {} : { thoughts: [said] }), tool_name: name, tool_args: asObject(args) },
    })),
  answering: (answers) =>
    answers.map(({ name, text: said }) => ({ ai: false, content: { tool_name: name, tool_result: said } })),
  odd,
};
