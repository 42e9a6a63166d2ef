/** The groups of the reference, in its order, each with what it is for. */
export const tags = {
  Appending:
    'What was said goes in here: messages as they came from a model or a user, or CloudEvents of producers. An answer ' +
    'means that the events are durable in the log; their effect is visible a moment later.',
  Contexts:
    'What the next model call is sent. A context fits the model and the policy, is valid for the provider, and is on ' +
    'receipt before it is answered.',
  Recall: 'The tool with which a model looks up what a reduction has taken out of its view.',
  Conversations: 'Conversations as they are now, and their whole history exactly as it came.',
  'Summaries and cuts': 'What stands for messages that are no longer shown, and how to show them again.',
  Topics: 'Topics and bulks of conversations whose policy has a history of tiers.',
  'Calls and proof': 'Every context that was served: its receipt, its bytes, and the check that both agree.',
  Analytics: 'What reductions took away, and what they are estimated to have saved.',
  Policies: 'How conversations are reduced: presets, documents of your own, the default, and assignments.',
  Plugins: 'The history plugins that the chain of a policy may name.',
  'Models and settings': 'The model registry, the settings of a tenant, and the model of a conversation.',
  Operations: 'For whoever runs the service: lag, checks, dead letters, and conversations that are parked.',
  Keys: 'API keys of the tenant, and what each of them allows.',
} as const;

export type Tag = keyof typeof tags;
