import { assert, json, property, string } from 'fast-check';
import { redact } from './redaction';

describe('redact', () => {
  it.each([
    [{ authorization: 'Bearer hunter2' }],
    [{ headers: { Authorization: 'hunter2', 'x-api-key': 'hunter2', 'set-cookie': ['a=hunter2'] } }],
    [
      {
        apiKey: 'hunter2 "quoted" hunter2',
        OPENAI_API_KEY: 'hunter2',
        access_token: 'hunter2',
        token: 'hunter2',
      },
    ],
    [{ VERBATIM_SIGNING_KEYS: 'id:hunter2', signingKeys: 'id:hunter2' }],
    [{ password: 'hunter2', dbPassword: 'hunter2', clientSecret: 'hunter2' }],
    [{ message: 'cannot reach postgres://me:hunter2@localhost:5432/db' }],
    [{ message: 'postgres://me:p@hunter2@localhost and https://hunter2@example.org/x' }],
    [{ message: 'postgres://localhost/db?user=me&password=hunter2&x=1' }],
    [{ message: 'sent Authorization: Bearer hunter2hunter2' }],
    [{ message: 'on a line of its own:\nsk-hunter2hunter2' }],
    [{ message: 'Incorrect API key provided: sk-proj-hunter2' }],
    [{ message: 'the key vk_hunter2hunter2hunter2 was revoked' }],
  ])('takes the secret out of %j', (line) => {
    const redacted = redact(JSON.stringify(line));
    expect(redacted).not.toContain('hunter2');
    expect(redacted).toContain('[redacted]');
    expect(() => JSON.parse(redacted)).not.toThrow();
  });

  it('leaves alone what is no secret', () => {
    const line = JSON.stringify({
      tokens: 12,
      inputTokens: '12',
      url: 'http://localhost:8080/v1/conversations/a@b',
      message: 'the password is wrong',
    });
    expect(redact(line)).toBe(line);
  });

  it('keeps any JSON line parsable', () => {
    assert(
      property(json(), string(), (text, secret) => {
        const line = JSON.stringify({
          apiKey: secret,
          text,
          url: `http://${secret}@host?key=${secret}`,
        });
        expect(JSON.parse(redact(line))).toMatchObject({ apiKey: '[redacted]' });
      }),
    );
  });
});
