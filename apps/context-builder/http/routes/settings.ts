import { windowOnly } from '../examples/policies';
import { json, route } from '../route';
import { publishedSchema } from '../schemas/common';
import * as schemas from '../schemas/settings';

const settings = { 'window.maxMessages': 200, 'sessions.max': null, 'sessions.idleTimeoutMinutes': 60 };

export const settingsRoutes = {
  settings: route({
    method: 'GET',
    path: '/v1/settings',
    scope: 'admin',
    tag: 'Models and settings',
    summary: 'Show the settings',
    description:
      'The settings of the tenant that have names of their own: they are a part of its default policy. ' +
      '`kept` differs from `settings` while something was changed with `temporary`.',
    answer: schemas.settingsAnswerSchema,
    example: {
      answer: {
        policy: windowOnly.name,
        version: windowOnly.version,
        settings,
        kept: settings,
        inForce: settings,
        notices: [],
        sessions: { active: 1 },
      },
    },
  }),
  setSettings: route({
    method: 'PUT',
    path: '/v1/settings',
    scope: 'admin',
    tag: 'Models and settings',
    summary: 'Change settings',
    description:
      'Changes the settings that are named, and leaves the others. With `temporary` it holds until the ' +
      'services restart. Conversations in use are told at once.',
    status: 202,
    body: json(schemas.settingsRequestSchema),
    answer: schemas.settingsChangedSchema,
    problems: ['policy-invalid', 'log-unavailable'],
    example: {
      body: { 'window.maxMessages': 200 },
      answer: {
        policy: windowOnly.name,
        version: windowOnly.version,
        conversations: 0,
        settings,
        inForce: settings,
        notices: [],
      },
    },
  }),
  changeChain: route({
    method: 'POST',
    path: '/v1/plugins/chain',
    scope: 'admin',
    tag: 'Plugins',
    summary: 'Change the default chain of plugins',
    description:
      'Changes the chain of the tenant’s default policy: one plugin is added, removed or moved. Position 0 ' +
      'is that of `default`, the window, which stays where it is.',
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
    example: {
      body: { add: 'role-pair-enforcer', options: { merge: true } },
      answer: {
        policy: windowOnly.name,
        version: '1e6f2082a2e7aed5b9ae744c2e5341a6f3e34ee57618c9bbbdaf3f9ceaabbab3',
        conversations: 0,
        plugins: [
          { name: 'default', options: {} },
          { name: 'role-pair-enforcer', options: { merge: true } },
        ],
      },
    },
  }),
  switchModel: route({
    method: 'POST',
    path: '/v1/conversations/{id}/model',
    scope: 'append',
    tag: 'Models and settings',
    summary: 'Switch the model of a conversation',
    description:
      'Says that a conversation goes on with another model, so that thresholds which are shares of a ' +
      'window follow it. Contexts name their model themselves.',
    status: 202,
    body: json(schemas.modelSwitchSchema),
    answer: publishedSchema,
    problems: ['conversation-not-found', 'model-unknown', 'log-unavailable'],
    example: {
      body: { model: 'gpt-4o-mini' },
      answer: {
        events: [{ id: '98ac6282-5cde-46b4-ba66-3ae169c4f7d5' }],
        cursor: 'log:conversation-events/2/11-11',
      },
    },
  }),
};
