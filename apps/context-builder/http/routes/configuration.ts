import { json, jsonOrYaml, route } from '../route';
import { pageQuery, pageSchema } from '../schemas/common';
import * as schemas from '../schemas/configuration';

const policyProblems = ['policy-invalid', 'plugin-unknown', 'plugin-broken', 'plugin-exists'] as const;

export const configurationRoutes = {
  listPolicies: route({
    method: 'GET',
    path: '/v1/policies',
    scope: 'admin',
    summary: 'Policies by name, presets included',
    query: pageQuery,
    answer: pageSchema(schemas.policyItemSchema),
  }),
  /** Before `putPolicy`: the first route that fits is taken. */
  setDefaultPolicy: route({
    method: 'PUT',
    path: '/v1/policies/default',
    scope: 'admin',
    summary: 'Make a policy the default; conversations in use that follow it are told at once',
    status: 202,
    body: json(schemas.policyNameSchema),
    answer: schemas.defaultAnswerSchema,
    problems: ['policy-not-found', 'log-unavailable'],
  }),
  policy: route({
    method: 'GET',
    path: '/v1/policies/{name}',
    scope: 'admin',
    summary: 'A policy as it was resolved; `default` is the one that is the default',
    answer: schemas.policyShownSchema,
    problems: ['policy-not-found'],
  }),
  putPolicy: route({
    method: 'PUT',
    path: '/v1/policies/{name}',
    scope: 'admin',
    summary: 'Keep a policy under a name',
    status: 202,
    body: jsonOrYaml(schemas.policyDocumentSchema),
    answer: schemas.policyAnswerSchema,
    problems: [...policyProblems, 'log-unavailable'],
  }),
  removePolicy: route({
    method: 'DELETE',
    path: '/v1/policies/{name}',
    scope: 'admin',
    summary: 'Remove a stored policy; conversations that are under it keep it',
    answer: schemas.removedPolicySchema,
    problems: ['policy-not-found', 'policy-shipped', 'policy-in-use'],
  }),
  listPlugins: route({
    method: 'GET',
    path: '/v1/plugins',
    scope: 'admin',
    summary: 'The history plugins that a chain may name, and files that cannot be one',
    query: pageQuery,
    answer: pageSchema(schemas.pluginItemSchema),
  }),
  listModels: route({
    method: 'GET',
    path: '/v1/models',
    scope: 'admin',
    summary: 'The models that contexts can be made for',
    query: pageQuery,
    answer: pageSchema(schemas.modelEntrySchema),
  }),
  putModel: route({
    method: 'PUT',
    path: '/v1/models/{id}',
    scope: 'admin',
    summary: "Keep a model's entry, over the shipped one of the same id",
    body: json(schemas.modelEntrySchema),
    answer: schemas.modelEntrySchema,
  }),
};
