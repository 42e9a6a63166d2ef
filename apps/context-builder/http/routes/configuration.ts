import * as calls from '../examples/calls';
import * as policies from '../examples/policies';
import { json, jsonOrYaml, route } from '../route';
import { pageQuery, pageSchema } from '../schemas/common';
import * as schemas from '../schemas/configuration';

const policyProblems = ['policy-invalid', 'plugin-unknown', 'plugin-broken', 'plugin-exists'] as const;

export const configurationRoutes = {
  listPolicies: route({
    method: 'GET',
    path: '/v1/policies',
    scope: 'admin',
    tag: 'Policies',
    summary: 'List policies',
    description:
      'The presets that are shipped, and the policies of the tenant, each with every setting resolved.',
    query: pageQuery,
    answer: pageSchema(schemas.policyItemSchema),
    example: { query: { limit: 1 }, answer: { items: [policies.supportItem], next: 'support' } },
  }),
  /** Before `putPolicy`: the first route that fits is taken. */
  setDefaultPolicy: route({
    method: 'PUT',
    path: '/v1/policies/default',
    scope: 'admin',
    tag: 'Policies',
    summary: 'Set the default policy',
    description:
      'The default holds for conversations that nobody assigned a policy. Those in use are told at once, ' +
      'the others with their next event.',
    status: 202,
    body: json(schemas.policyNameSchema),
    answer: schemas.defaultAnswerSchema,
    problems: ['policy-not-found', 'log-unavailable'],
    example: { body: { name: 'window-only' }, answer: { ...policies.windowOnly, conversations: 1 } },
  }),
  policy: route({
    method: 'GET',
    path: '/v1/policies/{name}',
    scope: 'admin',
    tag: 'Policies',
    summary: 'Show a policy',
    description:
      'One policy with every setting resolved: what it does, not only what was written. `default` is the ' +
      'tenant’s default, whatever its name is.',
    answer: schemas.policyShownSchema,
    problems: ['policy-not-found'],
    example: { answer: { ...policies.supportItem, notices: [] } },
  }),
  putPolicy: route({
    method: 'PUT',
    path: '/v1/policies/{name}',
    scope: 'admin',
    tag: 'Policies',
    summary: 'Keep a policy',
    description:
      'Keeps a document under a name, as JSON or YAML. What it leaves out is filled by its preset; ' +
      'contradictions and unknown settings are refused with a sentence for each. Conversations that were ' +
      'assigned an earlier version keep that one. The settings and the names of other systems are in ' +
      '`docs/presets.md`.',
    status: 202,
    body: jsonOrYaml(schemas.policyDocumentSchema),
    answer: schemas.policyAnswerSchema,
    problems: [...policyProblems, 'log-unavailable'],
    example: {
      body: policies.supportDocument,
      answer: { ...policies.support, policy: policies.supportPolicy, notices: [] },
    },
  }),
  removePolicy: route({
    method: 'DELETE',
    path: '/v1/policies/{name}',
    scope: 'admin',
    tag: 'Policies',
    summary: 'Remove a policy',
    description:
      'Removes a policy that was kept under a name. Conversations that are under it keep it, since their journal ' +
      'holds all of it; the answer says how many they are. A preset cannot be removed, nor can the default policy.',
    answer: schemas.removedPolicySchema,
    example: { answer: { name: 'support', preset: false, conversations: 12 } },
    problems: ['policy-not-found', 'policy-shipped', 'policy-in-use'],
  }),
  listPlugins: route({
    method: 'GET',
    path: '/v1/plugins',
    scope: 'admin',
    tag: 'Plugins',
    summary: 'List history plugins',
    description:
      'The plugins that the chain of a policy may name, those of the plugins folder among them; of a file ' +
      'that cannot be used `problem` says why.',
    query: pageQuery,
    answer: pageSchema(schemas.pluginItemSchema),
    example: {
      query: { limit: 1 },
      answer: {
        items: [
          {
            name: 'default',
            source: 'shipped',
            file: null,
            version: 'engine-4',
            hooks: null,
            problem: null,
            code: null,
          },
        ],
        next: 'default',
      },
    },
  }),
  listModels: route({
    method: 'GET',
    path: '/v1/models',
    scope: 'admin',
    tag: 'Models and settings',
    summary: 'List models',
    description:
      'The entries that windows, counts and prices come from: the shipped ones, those of the ' +
      'installation’s file, and the tenant’s own, which win.',
    query: pageQuery,
    answer: pageSchema(schemas.modelEntrySchema),
    example: {
      query: { after: 'gpt-4', limit: 1 },
      answer: { items: [calls.receipt.model.entry], next: 'gpt-4o' },
    },
  }),
  putModel: route({
    method: 'PUT',
    path: '/v1/models/{id}',
    scope: 'admin',
    tag: 'Models and settings',
    summary: 'Keep the entry of a model',
    description:
      'For a model that is not shipped, or with another window or price. What is left out is filled. `id` ' +
      'is the same in the path and the body.',
    body: json(schemas.modelEntrySchema),
    answer: schemas.modelEntrySchema,
    example: {
      body: { id: 'org/own-model', provider: 'me', maxContext: { tokens: 32000 } },
      answer: {
        id: 'org/own-model',
        provider: 'me',
        maxContext: { tokens: 32000 },
        encoding: 'o200k_base',
        exact: false,
        margin: 0.1,
        overhead: { perMessage: 4, perRequest: 3 },
      },
    },
  }),
};
