import { nearestName } from './nearest-name';

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
