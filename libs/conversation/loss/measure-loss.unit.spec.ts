import * as fc from 'fast-check';
import { lossSchema } from '../events';
import { identifiersOf } from './identifiers';
import { measureLoss, type LossSource } from './measure-loss';

const found = (text: string): string[] =>
  Array.from(identifiersOf(text), ({ kind, key }) => `${kind} ${key}`);

describe('identifiers', () => {
  it.each([
    ['See https://wiki.example.com/pay?x=1&y=2, then go on.', ['url https://wiki.example.com/pay?x=1&y=2']],
    ['(http://localhost:8080/)', ['url http://localhost:8080']],
    [
      'edit ./services/payment/src/charge.ts:42:7 and /etc/hosts',
      ['path services/payment/src/charge.ts', 'path /etc/hosts'],
    ],
    ['open C:\\Users\\ann\\a.txt', ['path C:\\Users\\ann\\a.txt']],
    ['the file README.md and/or nothing', ['path README.md']],
    ['1,000 and 1000.00 and 1_000', ['number 1000', 'number 1000', 'number 1000']],
    ['3.5 GB, 3.5GB, 12.50 %', ['number 3.5gb', 'number 3.5gb', 'number 12.5%']],
    ['30 seconds, 30s, 5 minutes', ['number 30s', 'number 30s', 'number 5min']],
    ['it costs $1,234.50 or 1234.5', ['number 1234.5$', 'number 1234.5']],
    ['[100,200,300] but (100,200)', ['number 100', 'number 200', 'number 300', 'number 100200']],
    ['3 of 7', []],
    [
      'on 22 November 2026, Nov 22nd, 2026, 2026-11-22',
      ['date 2026-11-22', 'date 2026-11-22', 'date 2026-11-22'],
    ],
    ['at 2026-11-22T10:15:00Z, in May 2026, on May 5', ['date 2026-11-22', 'date 2026-05', 'date --05-05']],
    ['due 22/11/2026', ['date 22/11/2026']],
    ['order PAY-318 by ann@example.com failed with E4021', ['id PAY-318', 'id ann@example.com', 'id E4021']],
    [
      'call run_sql with MAX_CHARGE in orderId v1.2.3',
      ['id run_sql', 'id MAX_CHARGE', 'id orderId', 'id v1.2.3'],
    ],
    ['a3bb189e-8bf9-3888-9912-ace4e6543002', ['id a3bb189e-8bf9-3888-9912-ace4e6543002']],
    ['{"path":"a/b.ts\\nsrc/c.ts","n":120}', ['path a/b.ts', 'path src/c.ts', 'number 120']],
    ['文件src/a.ts，然后PAY-318。', ['path src/a.ts', 'id PAY-318']],
    ['**lib/dog.ts**: `foo_bar()`', ['path lib/dog.ts', 'id foo_bar']],
    ['nothing to see here, he said', []],
  ])('%j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe('the measured loss', () => {
  it('says what of a range a summary still carries, by kind, and names what it does not', () => {
    const sources: LossSource[] = [
      { role: 'user', text: 'PAY-318 fails since 22 November 2026 with 1,000 errors, see src/charge.ts' },
      { role: 'assistant', text: 'Looking.', tools: ['search'], unanswered: ['call_9'] },
      { role: 'tool', name: 'grep', text: 'https://example.com/a' },
    ];
    const summary = 'PAY-318: 1000 errors since 2026-11-22; search and call_9 are open.';
    expect(measureLoss(sources, summary)).toEqual({
      found: 8,
      carried: 5,
      share: 0.625,
      kinds: {
        id: { found: 1, carried: 1 },
        date: { found: 1, carried: 1 },
        number: { found: 1, carried: 1 },
        path: { found: 1, carried: 0 },
        tool: { found: 2, carried: 1 },
        call: { found: 1, carried: 1 },
        url: { found: 1, carried: 0 },
      },
      missing: ['grep', 'src/charge.ts', 'https://example.com/a'],
    });
  });

  it('takes the more exact form for the coarser one, and not the other way', () => {
    expect(measureLoss([{ text: 'May 5, and 250 of them' }], '2026-05-05: 250 MB').share).toBe(1);
    expect(measureLoss([{ text: '2026-05-05: 250 MB' }], 'May 5, and 250 of them').share).toBe(0);
  });

  it('counts an identifier once, however often it occurs', () => {
    expect(measureLoss([{ text: 'PAY-318 PAY-318' }, { text: 'PAY-318' }], '').found).toBe(1);
  });

  it('finds the name of a tool where it stands on its own', () => {
    const sources = [{ text: '', tools: ['read'] }];
    expect(measureLoss(sources, 'It has already been done.').carried).toBe(0);
    expect(measureLoss(sources, 'It already called `read`.').carried).toBe(1);
  });

  it('of a range without any is none', () => {
    expect(measureLoss([{ text: 'Well, hello there.' }], 'Hello.')).toMatchObject({ found: 0, share: 1 });
  });

  it('names twenty examples and no more', () => {
    const text = Array.from({ length: 100 }, (_, number) => `PAY-${1000 + number}`).join(' ');
    const { missing } = measureLoss([{ text }], 'none');
    expect(missing).toHaveLength(20);
    expect(missing[0]).toBe('PAY-1000');
  });
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(
      fc.oneof(
        fc.webUrl(),
        fc.uuid(),
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        fc.double().map(String),
        fc.integer().map((number) => number.toLocaleString('en')),
        fc.constantFrom('src/a.ts', '\\n', 'Nov 22, 2026', '3 GB', ',', '(', '"', 'x_y', '$5', '[1,200'),
        fc.string({ maxLength: 12 }),
      ),
      { maxLength: 40 },
    )
    .chain((words) => fc.constantFrom('', ' ', ',', '\n').map((glue) => words.join(glue))),
);

describe('for any texts', () => {
  it('the loss is well-formed and always the same', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 5 }), anyText, (texts, summary) => {
        const sources = texts.map((text) => ({ text }));
        const loss = measureLoss(sources, summary);
        lossSchema.parse(loss);
        expect(loss.carried).toBeLessThanOrEqual(loss.found);
        expect(measureLoss(sources, summary)).toEqual(loss);
      }),
      { numRuns: 500 },
    );
  });

  it('a summary that repeats everything loses nothing', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 5 }), (texts) => {
        const loss = measureLoss(
          texts.map((text) => ({ text })),
          texts.join('\n\n'),
        );
        expect(loss.missing).toEqual([]);
        expect(loss.share).toBe(1);
      }),
      { numRuns: 500 },
    );
  });
});

/** What takes the square of its length would take minutes. */
it.each(['.', ')', '?!', '],'])('a megabyte of %s behind a scheme is measured', (unit) => {
  const text = `http://${unit.repeat(1_000_000 / unit.length)}x`;
  expect(measureLoss([{ text }], 'nothing').carried).toBe(0);
});

it.each([
  ['letters', 'a'],
  ['digits', '1'],
  ['digits and commas', '1,000,'],
  ['a path', 'a/'],
  ['schemes', 'ab+.-'],
  ['blanks', ' '],
  ['backslashes', '\\'],
  ['months', 'May 1 '],
  ['amounts', '$1_'],
  ['prose', 'The quick fox of PAY-318 jumps over lib/dog.ts at 10:15 again. '],
  ['minified JSON', '{"id":"a1b2","n":[120,300],"t":"2026-11-22T10:15:00Z"},'],
])(
  'a megabyte of %s is measured',
  (_, unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    const { found: count } = measureLoss([{ text }], text);
    expect(count).toBeLessThanOrEqual(20_000);
  },
  5000,
);
