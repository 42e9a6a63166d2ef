import { ConfigurationError } from '@verbatim/platform';
import { configured } from './serve-options';

const database = 'postgres://u:p@127.0.0.1:1/x';

test('flags win over the environment', () => {
  const { configuration } = configured({ port: '0' }, { VERBATIM_PORT: '9000', VERBATIM_DATA: 'folder' });
  expect(configuration).toMatchObject({ port: 0, data: 'folder' });
});

test('services start in the order in which events pass them, whatever the order of --only', () => {
  const { names } = configured({ only: 'context-builder, projector', database }, {});
  expect(names).toEqual(['projector', 'context-builder']);
});

test.each([
  [{ only: 'projector' }, /--only: needs --database/],
  [{ only: 'projektor', database }, /--only: "projektor" is no service/],
  [{ kafka: 'localhost' }, /--kafka: "localhost" is not valid, expected addresses/],
  [{ port: 'eighty' }, /--port: "eighty" is not valid/],
])('%j is refused by name', (options, message) => {
  const attempt = () => configured(options, {});
  expect(attempt).toThrow(ConfigurationError);
  expect(attempt).toThrow(message);
});
