import { changedChain, type ChainChange } from './plugin-chain';

const chain = ['default', 'a', 'b', 'c'].map((name) => ({ name, options: { of: name } }));

function change(written: object): string[] {
  return changedChain(chain, { temporary: false, ...written } as ChainChange).map(({ name }) => name);
}

it.each([
  [{ add: 'x', options: {} }, 'default a b c x'],
  [{ add: 'x', options: {}, at: 1 }, 'default x a b c'],
  [{ add: 'x', options: {}, at: 4 }, 'default a b c x'],
  [{ remove: 'b' }, 'default a c'],
  [{ move: 'c', to: 1 }, 'default c a b'],
  [{ move: 'a', to: 3 }, 'default b c a'],
  [{ move: 'b', to: 2 }, 'default a b c'],
])('%j makes %s', (written, expected) => {
  expect(change(written).join(' ')).toBe(expected);
});

it.each([
  [{ add: 'b', options: {} }, 'plugin-exists', 'b is in the chain already: default, a, b, c'],
  [{ add: 'default', options: {} }, 'plugin-exists', 'default is in the chain already'],
  [{ add: 'x', options: {}, at: 0 }, 'plugin-fixed', 'position 0 is that of default'],
  [
    { add: 'x', options: {}, at: 5 },
    'request-invalid',
    'x: position 5 is beyond the end; it can stand at 1 to 4',
  ],
  [{ remove: 'default' }, 'plugin-fixed', 'neither removed nor moved'],
  [{ remove: 'x' }, 'plugin-unknown', 'x is not in the chain: default, a, b, c'],
  [{ move: 'default', to: 2 }, 'plugin-fixed', 'neither removed nor moved'],
  [{ move: 'b', to: 0 }, 'plugin-fixed', 'position 0'],
  [{ move: 'b', to: 4 }, 'request-invalid', 'it can stand at 1 to 3'],
  [{ move: 'x', to: 1 }, 'plugin-unknown', 'x is not in the chain'],
])('%j is refused: %s', (written, code, detail) => {
  expect(() => change(written)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(detail) }),
  );
});

it('keeps the options of what it moves, and those it adds', () => {
  const moved = changedChain(chain, { move: 'c', to: 1, temporary: false });
  expect(moved[1]).toEqual({ name: 'c', options: { of: 'c' } });
  const added = changedChain(chain, { add: 'x', options: { n: 1 }, at: 1, temporary: true });
  expect(added[1]).toEqual({ name: 'x', options: { n: 1 } });
});
