import { likelyMeant, nearestName, nearestNames } from './nearest-name';

describe('nearestName', () => {
  const names = ['port', 'host', 'limits.eventBytes', 'limits.textBytes'];

  it.each([
    ['prot', 'port'],
    ['limits.eventbyte', 'limits.eventBytes'],
    ['limit.textBytes', 'limits.textBytes'],
  ])('finds what %s was meant to be', (typed, meant) => {
    expect(nearestName(typed, names)).toBe(meant);
  });

  it('suggests nothing where nothing is near', () => {
    expect(nearestName('elephant', names)).toBeNull();
  });
});

describe('likelyMeant', () => {
  it.each([
    ['content', ['contents', 'role'], 'contents'],
    ['call_id', ['callId', 'name'], 'callId'],
    ['role', ['rol'], 'rol'],
  ])('finds which key was meant to be %s', (name, keys, meant) => {
    expect(likelyMeant(name, keys)).toBe(meant);
  });

  it.each([
    ['id', ['x', 'ip']],
    ['name', ['type', 'role']],
    ['content', ['context-of-it']],
  ])('leaves alone what may be something else than %s', (name, keys) => {
    expect(likelyMeant(name, keys)).toBeNull();
  });
});

test('nearestNames has the closest first, and no more than are near', () => {
  expect(nearestNames('chat-12', ['shop', 'chat-345', 'chat-1', 'chat-21'], 3)).toEqual([
    'chat-1',
    'chat-21',
  ]);
});
