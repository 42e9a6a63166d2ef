import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ImportDocument } from './import-document';
import { DocumentFault } from './scanning/document-fault';
import { survey, type Survey } from './survey';

const directory = mkdtempSync(join(tmpdir(), 'verbatim-survey-'));
afterAll(() => rmSync(directory, { recursive: true }));

const BOM = '\u{FEFF}';
const reading = { format: 'openai-chat', onBytes: () => undefined, check: () => undefined } as const;

function fileOf(content: string | Buffer): string {
  const file = join(directory, 'chat.json');
  writeFileSync(file, content);
  return file;
}

async function surveyOf(content: string | Buffer): Promise<Survey> {
  const document = await ImportDocument.open(fileOf(content));
  return survey(document, { ...reading, signal: new AbortController().signal }).finally(() =>
    document.close(),
  );
}

test('ids follow from the whole text, as they did before documents were read in pieces', async () => {
  expect((await surveyOf('[{},{}]')).digest).toBe('d827049039f82a8b');
  expect((await surveyOf(`${BOM}[{},{}]`)).digest).toBe('d827049039f82a8b');
  expect((await surveyOf('[{},{} ]')).digest).not.toBe('d827049039f82a8b');
});

test('what stands apart is known before anything is sent, also where it comes last', async () => {
  const document = await ImportDocument.open(fileOf('{"messages":[{},{}],"system":"Be brief"}'));
  const { signal } = new AbortController();
  expect(await survey(document, { ...reading, format: 'anthropic', signal })).toMatchObject({
    system: '"Be brief"',
    entries: 2,
  });
  await document.close();
});

test.each([
  [`${BOM}[{},\n {"é🚀":tru}]`, '2:9: not JSON: a text or name stands without double quotes'],
  ['{"a":1}\n\n{"b":[1,]}\n', '3:9: not JSON: expected a value'],
  ['{"a":1}\n{"b":"', '2:6: not JSON: a text has no closing quote'],
  [Buffer.from('[{},{"a":"\xe9"}]', 'latin1'), '1:5: not UTF-8 text'],
  [`[${'{"a":"é"},'.repeat(200_000)}{"a":}]`, '1:2000007: not JSON: expected a value'],
])('a fault has its line and column', async (content, message) => {
  await expect(surveyOf(content)).rejects.toThrow(`chat.json:${message}`);
});

test('a fault that a check finds has its place too', async () => {
  const document = await ImportDocument.open(fileOf('{}\n {}'));
  const check = ({ index, start }: { index: number; start: number }): void => {
    if (index === 1) throw new DocumentFault('not this one', start);
  };
  const { signal } = new AbortController();
  await expect(survey(document, { ...reading, check, signal })).rejects.toThrow('2:2: not this one');
  await document.close();
});

test('a document that changes while it is read is refused', async () => {
  const file = fileOf('[{}]');
  const document = await ImportDocument.open(file);
  await document.refuseChanges();
  writeFileSync(file, '[{},{}]');
  await expect(document.refuseChanges()).rejects.toThrow('chat.json changed while it was read');
  await document.close();
});

test('what comes through a pipe gives the ids of a file', async () => {
  const document = await ImportDocument.open('-', Readable.from([Buffer.from('[{},'), Buffer.from('{}]')]));
  const { signal } = new AbortController();
  expect(await survey(document, { ...reading, signal })).toMatchObject({
    digest: 'd827049039f82a8b',
    entries: 2,
  });
  await document.close();
});
