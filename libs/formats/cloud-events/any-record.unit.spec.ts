import * as fc from 'fast-check';
import { read } from './records.fixture';

const anything = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('1.0', 'MessageAppended', 'RunStarted', 'c', '\ud800'),
);
const envelope = fc.record(
  {
    type: fc.oneof(fc.constant('MessageAppended'), anything),
    subject: fc.oneof(fc.constant('c'), anything),
    id: anything,
    tenantid: anything,
    specversion: anything,
    dataversion: anything,
    time: anything,
    data: fc.oneof(
      anything,
      fc.record(
        {
          role: anything,
          content: anything,
          parts: fc.array(anything),
          format: anything,
          tool_calls: anything,
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: ['type', 'subject'] },
);
const values = fc.oneof(
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  fc.constant(null),
  fc.string({ unit: 'binary' }),
  envelope,
);
const header = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
);
const headers = fc.oneof(
  fc.constant({}),
  fc.dictionary(
    fc.constantFrom('ce_type', 'ce_subject', 'ce_id', 'ce_specversion', 'ce_dataversion', 'content-type'),
    header,
  ),
);
const storable = /^[^\0\p{Surrogate}]*$/u;

it('whatever the bytes and headers are, reading never throws', () => {
  fc.assert(
    fc.property(values, headers, (value, given) => {
      const result = read(value, given);
      const { dataText = 'null', ...attributes } = 'envelope' in result ? result.envelope : {};
      expect(() => JSON.parse(dataText)).not.toThrow();
      const stored = [...Object.values(attributes), 'detail' in result ? result.detail : ''];
      for (const text of stored) expect(String(text)).toMatch(storable);
    }),
    { numRuns: 2000 },
  );
});
