import { parseSigningKeys } from './configuration-signing-keys';

const secret = 'hunter2:'.repeat(4);

it('reads signing keys in their order', () => {
  const { keys, faults } = parseSigningKeys(` 2026-b:${secret}, 2026_a:${secret}x,`);
  expect(faults).toEqual([]);
  expect(keys.map((key) => [key.id, key.secret.export().toString()])).toEqual([
    ['2026-b', secret],
    ['2026_a', `${secret}x`],
  ]);
});

it.each([
  ['hunter2', 'expected id:secret'],
  ['hunter2:', 'expected id:secret'],
  [`a.b:${secret}`, 'expected an id of at most 64 letters, digits, _ and -'],
  [`${'h'.repeat(65)}:${secret}`, 'expected an id of at most 64 letters, digits, _ and -'],
  ['id:hunter2hunter2hunter2hunter2', 'expected a secret of at least 32 characters'],
  [`id:hünter2${secret}`, 'expected a secret of ASCII characters'],
  [`first:${secret}x`, 'has the id of an entry before it'],
])('%s is refused by its number, never by its text', (entry, fault) => {
  expect(parseSigningKeys(`first:${secret},${entry}`).faults).toEqual([`entry 2: ${fault}`]);
});

it('is at least one where the setting is there', () => {
  expect(parseSigningKeys(' ,').faults).toHaveLength(1);
});
