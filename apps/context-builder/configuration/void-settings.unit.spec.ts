import { resolvePolicy } from '@verbatim/conversation';
import { namedPolicy } from './named-policies';
import { voidSessions, voidUnder } from './void-settings';

const inForce = namedPolicy('house', resolvePolicy({ sessions: { max: 5, idleTimeoutMinutes: 60 } }));

it('says what the ceiling makes void, and what is in force', () => {
  const policy = resolvePolicy({ history: { triggerAt: 400 }, window: { maxMessages: 5000 } });
  expect(voidUnder(policy, 200)).toEqual([
    {
      setting: 'window.maxMessages',
      value: 5000,
      inForce: 200,
      by: 'VERBATIM_WINDOW_CEILING',
      detail: '5,000 set, 200 in force (VERBATIM_WINDOW_CEILING)',
    },
    {
      setting: 'history.triggerAt',
      value: 400,
      inForce: 200,
      by: 'VERBATIM_WINDOW_CEILING',
      detail: expect.stringMatching(/^400 set, but contexts show 200 messages at most/),
    },
  ]);
  expect(voidUnder(policy, 5000)).toEqual([]);
});

it('says which sessions have no effect: those of a policy that is not the default', () => {
  const sessions = { max: 9, idleTimeoutMinutes: 60 };
  const other = namedPolicy('other', resolvePolicy({ sessions }));
  expect(voidSessions(other, inForce)).toEqual([
    {
      setting: 'sessions.max',
      value: 9,
      inForce: 5,
      by: 'the default policy house',
      detail: '9 set, 5 in force (the default policy house): it holds once this policy is the default',
    },
  ]);
  expect(voidSessions({ ...other, name: 'house' }, inForce)).toEqual([]);
  expect(voidSessions(namedPolicy('plain', resolvePolicy({})), inForce)).toEqual([]);
});
