import specifications from '@asyncapi/specs';
import { CONVERSATION_EVENTS, recordKey } from '@verbatim/event-log';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { asyncApi } from './asyncapi';
import { eventTypes } from './event-schemas';
import { goldenEvents } from './golden-events';
import { referencesIn, resolve } from './references';

const document = asyncApi();
const ajv = new Ajv({ strict: false });
addFormats(ajv);
ajv.addSchema(document, 'asyncapi');

/** What is wrong with a value by the schema at a place of the document; nothing where it passes. */
function problem(place: string, value: unknown): string {
  const valid = ajv.validate({ $ref: `asyncapi#/components/${place}` }, value);
  return valid ? '' : ajv.errorsText();
}

describe('the AsyncAPI document', () => {
  it('is valid AsyncAPI 3.0', () => {
    const validate = new Ajv({ strict: false, allErrors: true });
    addFormats(validate);
    validate.validate(specifications.schemasWithoutId['3.0.0'] as object, document);
    expect(validate.errors).toBeNull();
  });

  it('refers to nothing that is not there', () => {
    const references = referencesIn(document);
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter((reference) => resolve(document, reference) === undefined)).toEqual([]);
  });

  it('has each event in both modes, received from the topic of conversations', () => {
    const both = eventTypes.flatMap((type) => [type, `${type}.binary`]);
    const of = `#/channels/${CONVERSATION_EVENTS}`;
    expect(resolve(document, of)).toMatchObject({ address: 'conversation-events' });
    expect(resolve(document, '#/operations/project/messages')).toEqual(
      both.map((name) => ({ $ref: `${of}/messages/${name}` })),
    );
  });

  it.each(goldenEvents)('takes the released $file in both modes', ({ event }) => {
    expect(problem(`messages/${event.type}/payload`, event)).toBe('');
    expect(problem(`messages/${event.type}.binary/payload`, event.data)).toBe('');
  });

  it('refuses what the schemas refuse', () => {
    const broken = { type: 'MessageAppended', subject: 'c', data: { content: 'x' } };
    expect(problem('messages/MessageAppended/payload', broken)).toContain("'role'");
    expect(problem('messages/MessageAppended.binary/payload', broken.data)).toContain("'role'");
    expect(problem('messages/RunStarted/payload', { ...broken, data: { runId: 'r' } })).toContain('constant');
    const headers = { ce_type: 'MessageAppended', ce_subject: 'c', ce_dataversion: '1' };
    const place = 'messages/MessageAppended.binary/headers';
    expect(problem(place, headers)).toBe('');
    expect(problem(place, { ...headers, ce_subject: '' })).toContain('fewer than 1');
    expect(problem(place, { ...headers, ce_type: 'RunStarted' })).toContain('constant');
  });

  it('says which keys records have', () => {
    expect(problem('messageBindings/keyed/kafka/key', recordKey('default', 'chat-1'))).toBe('');
    expect(problem('messageBindings/keyed/kafka/key', recordKey('a/b', '100%/c'))).toBe('');
    expect(problem('messageBindings/keyed/kafka/key', 'chat-1')).toContain('pattern');
    expect(problem('messageBindings/keyed/kafka/key', 'default/a/b')).toContain('pattern');
  });
});
