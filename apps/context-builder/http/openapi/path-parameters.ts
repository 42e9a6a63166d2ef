interface Told {
  readonly description: string;
  readonly example: string;
}

/** What a name in a path stands for, by the path's word before it. */
const told: Readonly<Record<string, Told>> = {
  'conversations/{id}': {
    description:
      'The id of the conversation, as its producer chose it; percent-encoded where it holds a slash or a space.',
    example: 'order-4711',
  },
  'messages/{eventId}': { description: 'The event id of the message.', example: 'm2' },
  'checkpoints/{eventId}': {
    description: 'The id of the summary or cut, as the list of checkpoints names it.',
    example: 'checkpoint-1',
  },
  'calls/{callId}': {
    description: 'The id of the call, as the context’s answer names it.',
    example: 'call-0001',
  },
  'diff/{other}': {
    description: 'The id of another call of the same conversation.',
    example: 'call-0002',
  },
  'calls/{call}': {
    description:
      'The ordinal of the call in its conversation (`1` is the first, `-1` and `last` are the newest), its id, or ' +
      'an unambiguous beginning of its id.',
    example: '1',
  },
  'policies/{name}': { description: 'The name of the policy.', example: 'support' },
  'models/{id}': {
    description: 'The id of the model, as contexts name it; a slash in it is written %2F.',
    example: 'org/own-model',
  },
  'keys/{keyId}': { description: 'The id of the API key; never the key itself.', example: 'key-1' },
  'dead-letters/{letterId}': { description: 'The id of the dead letter.', example: '17' },
};

/** @throws Error for a name that nothing is told of */
export function pathParameters(path: string): object[] {
  return [...path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, word, name = '']) => {
    const text = told[`${word}/{${name}}`];
    if (text === undefined) throw new Error(`say in path-parameters.ts what ${word}/{${name}} is: ${path}`);
    return { name, in: 'path', required: true, ...text, schema: { type: 'string' } };
  });
}

/** The path of an example request. */
export function examplePath(path: string, names: Readonly<Record<string, string>> = {}): string {
  return path.replace(/([\w-]+)\/\{(\w+)\}/g, (_, word: string, name: string) => {
    const value = names[name] ?? told[`${word}/{${name}}`]?.example ?? name;
    return `${word}/${encodeURIComponent(value)}`;
  });
}
