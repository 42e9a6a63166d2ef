/** Prints the run's last line: `N passed, N failed, N skipped`. A suite that could not run counts as failed. */
module.exports = class CountReporter {
  onRunComplete(_, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    process.once('exit', () => {
      process.stdout.write(`${results.numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`);
    });
  }
};
