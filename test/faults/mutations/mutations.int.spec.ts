import { invariants } from '../invariants';
import { faults } from '../faults';
import { mutations } from '.';
import { mutatedSource, transpiled } from './mutated-build';

it.each(mutations.map((mutation) => [mutation.name, mutation] as const))(
  '%s fits the sources as they are',
  async (_, { edits, under, breaks }) => {
    for (const { file } of edits) transpiled(file, await mutatedSource(file, edits));
    expect(faults.map(({ name }) => name)).toContain(under);
    expect(invariants.map(({ number }) => number)).toContain(breaks);
  },
);

it('breaks every invariant in some way, each mutation under a name of its own', () => {
  const broken = new Set(mutations.map(({ breaks }) => breaks));
  expect(invariants.filter(({ number }) => !broken.has(number))).toEqual([]);
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length);
});
