/** Something that not every machine has. */
export interface Need {
  /** As `VERBATIM_REQUIRE` names it. */
  readonly name: string;
  /** What is missing, in a sentence; null where nothing is. */
  missing(): string | null;
}

/**
 * A `describe` for tests that need more than Node. Where that is missing they are skipped, and the run's end says so;
 * they fail instead where `VERBATIM_REQUIRE`, a list separated by commas, names what they need.
 */
export function suiteNeeding(needs: readonly Need[], name: string, body: () => void): void {
  const lacks = needs.flatMap((need) => {
    const reason = need.missing();
    return reason === null ? [] : [{ need: need.name, reason }];
  });
  const words = (process.env['VERBATIM_REQUIRE'] ?? '').split(',');
  const required = new Set(words.map((word) => word.trim()));
  const fatal = lacks.find(({ need }) => required.has(need));
  if (fatal !== undefined) {
    describe(name, () => {
      test('can run', () => {
        throw new Error(`VERBATIM_REQUIRE names ${fatal.need}, but: ${fatal.reason}`);
      });
    });
    return;
  }
  const [lack] = lacks;
  if (lack === undefined) describe(name, body);
  // The reporter reads the reason from here: it runs in another process than the tests.
  else describe.skip(`${name} (not run: ${lack.reason})`, body);
}
