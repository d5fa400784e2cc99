/** How much of a failure's message is repeated, in characters: the whole stands further up. */
const MESSAGE_CHARS = 400;

const firstLines = (text) => text.replaceAll('\u001b', '').trim().slice(0, MESSAGE_CHARS);

function failedTests({ name, report }) {
  const files = report?.testResults ?? [];
  return files.flatMap(({ name: file, status, message, assertionResults = [] }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0)
      return status === 'failed' ? [`FAILED ${name}: ${file}: ${firstLines(message ?? '')}`] : [];
    return failed.map(
      (test) => `FAILED ${name}: ${file}: ${test.fullName}: ${firstLines(test.failureMessages?.join('\n') ?? '')}`,
    );
  });
}

/**
 * What failed, a line or more each, for whoever sees only the end of the output: the tests by name, and steps that failed
 * without saying in which test.
 */
export function failureLines(steps) {
  return steps.flatMap((step) => {
    const tests = failedTests(step);
    if (tests.length > 0 || step.code === 0) return tests;
    return [`FAILED ${step.name}: exit code ${step.code}`];
  });
}
