import { VerbatimError } from '@verbatim/conversation';
import { parseJson } from '../json-text';
import { quote } from '../sentence';

const SINGLE = ['application/cloudevents+json', 'application/json'];
const BATCH = 'application/cloudevents-batch+json';

/**
 * The raw texts of the events of a request body: one event, or a batch of them. Whether each is a valid event is
 * for `readRecord` to say.
 * @throws VerbatimError `request-invalid`: another content type, no JSON, or an event that is not an object
 */
export function readBatch(text: string, contentType: string): string[] {
  const mediaType = contentType.split(';', 1).join('').trim().toLowerCase();
  if (mediaType !== BATCH && !SINGLE.includes(mediaType)) {
    throw invalid(`content type ${quote(contentType)} is not read (${[...SINGLE, BATCH].join(', ')})`);
  }
  const body = parseJson(text, 'request-invalid');
  if (mediaType === BATCH && body.kind !== 'array') throw invalid(`${BATCH} is a list of events`);
  const events = mediaType === BATCH ? body.elements() : [body];
  events.forEach((event, index) => {
    if (event.kind !== 'object') throw invalid(`event ${index} is not an object`, { index });
  });
  return events.map((event) => event.slice());
}

function invalid(detail: string, details: Record<string, unknown> = {}): VerbatimError {
  return new VerbatimError('request-invalid', detail, details);
}
