/**
 * Prints the run's last lines: the suites that could not run and why, then `N passed, N failed, N skipped`. A spec file
 * that could not run counts as failed.
 */
module.exports = class CountReporter {
  onRunComplete(_, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const lines = [
      ...notRun(results),
      `${results.numPassedTests} passed, ${failed} failed, ${skipped} skipped`,
    ];
    process.once('exit', () => process.stdout.write(lines.map((line) => `${line}\n`).join('')));
  }
};

/** `suiteNeeding` puts the reason into the title of what it skips. */
function notRun({ testResults }) {
  const titles = testResults.flatMap(({ testResults: tests }) =>
    tests.flatMap((test) => test.ancestorTitles),
  );
  const reasons = titles
    .map((title) => /^(.*) \(not run: (.*)\)$/.exec(title))
    .filter((match) => match !== null);
  return [...new Set(reasons.map(([, name, reason]) => `not run: ${name} (${reason})`))];
}
