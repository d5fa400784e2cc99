/** How much of a failure's message is repeated, in characters: the whole stands further up. */
const MESSAGE_CHARS = 400;
/** How many files a step that ran out of time names as the slowest. */
const SLOWEST_FILES = 8;

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

/** What a step was at when its time ran out, and where the time went. */
function unfinished({ name, code, report }) {
  if (code === 0 || !(report?.running?.length > 0)) return [];
  const slowest = Object.entries(report.seconds)
    .sort(([, a], [, b]) => b - a)
    .slice(0, SLOWEST_FILES)
    .map(([file, seconds]) => `${file} ${seconds} s`);
  return [
    `FAILED ${name}: unfinished: ${report.running.join(', ')}`,
    `FAILED ${name}: the slowest files before it: ${slowest.join(', ') || 'none'}`,
  ];
}

/**
 * What failed, a line or more each, for whoever sees only the end of the output: the tests by name, the files that were
 * running when a step's time was over, and steps that failed without saying in which test.
 */
export function failureLines(steps) {
  return steps.flatMap((step) => {
    const named = [...failedTests(step), ...unfinished(step)];
    if (named.length > 0 || step.code === 0) return named;
    return [`FAILED ${step.name}: exit code ${step.code}`];
  });
}

/** Tests that needed a second try, a line each. */
export function retryLines(steps) {
  return steps.flatMap(({ name, report }) => (report?.retried ?? []).map((test) => `RETRIED ${name}: ${test}`));
}
