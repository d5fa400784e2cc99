/** What one step adds: its tests, and one failure more when it failed without saying in which test. */
function countStep({ code, report }) {
  const passed = report?.passed ?? report?.numPassedTests ?? 0;
  const failed = report?.failed ?? report?.numFailedTests ?? 0;
  const skipped = report?.numPendingTests ?? 0;
  const bare = report === undefined && code === 0 ? 1 : 0;
  return { passed: passed + bare, failed: code !== 0 && failed === 0 ? 1 : failed, skipped };
}

/** The closing line over all steps, before it the number of skipped tests where there are any; without any step that ran, something is broken and counts as failed. */
export function closingLines(steps) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const step of steps.map(countStep)) for (const key of Object.keys(total)) total[key] += step[key];
  if (steps.length === 0) total.failed = 1;
  const skipped = total.skipped === 0 ? [] : [`${total.skipped} skipped`];
  return { lines: [...skipped, `${total.passed} passed, ${total.failed} failed`], ok: total.failed === 0 };
}
