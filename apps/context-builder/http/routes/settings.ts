import { json, route } from '../route';
import { publishedSchema } from '../schemas/common';
import * as schemas from '../schemas/settings';

export const settingsRoutes = {
  settings: route({
    method: 'GET',
    path: '/v1/settings',
    scope: 'admin',
    summary: 'The settings in force, those that hold after a restart, and the sessions in use',
    answer: schemas.settingsAnswerSchema,
  }),
  setSettings: route({
    method: 'PUT',
    path: '/v1/settings',
    scope: 'admin',
    summary:
      'Change settings, with `temporary` until the services restart; conversations in use are told at once',
    status: 202,
    body: json(schemas.settingsRequestSchema),
    answer: schemas.settingsChangedSchema,
    problems: ['policy-invalid', 'log-unavailable'],
  }),
  changeChain: route({
    method: 'POST',
    path: '/v1/plugins/chain',
    scope: 'admin',
    summary: "Add, remove or move a plugin of the default policy's chain; position 0 is that of `default`",
    status: 202,
    body: json(schemas.chainRequestSchema),
    answer: schemas.chainChangedSchema,
    problems: [
      'plugin-unknown',
      'plugin-broken',
      'plugin-exists',
      'plugin-fixed',
      'policy-invalid',
      'log-unavailable',
    ],
  }),
  switchModel: route({
    method: 'POST',
    path: '/v1/conversations/{id}/model',
    scope: 'append',
    summary: 'Switch the model of a conversation',
    status: 202,
    body: json(schemas.modelSwitchSchema),
    answer: publishedSchema,
    problems: ['conversation-not-found', 'model-unknown', 'log-unavailable'],
  }),
};
