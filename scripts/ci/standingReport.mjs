/**
 * A vitest reporter that keeps its report on disk up to date after every file, so that a run which its step's limit ends
 * still says what failed, what was running and where the time went. vitest's own JSON report is written at the end only.
 *
 * `CI_TEST_REPORT` names the file. Its fields are those of vitest's JSON report that `summary.mjs` reads, and `running`
 * (files begun and not ended), `retried` (tests that passed at the second try) and `seconds` (per file).
 */
import { writeFileSync } from 'node:fs';

const SECOND_MS = 1000;

const textOf = (errors) => errors.map(({ message, stack }) => stack ?? message ?? '').join('\n');

export default class StandingReport {
  #path = process.env.CI_TEST_REPORT;
  #report = {
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    testResults: [],
    running: [],
    retried: [],
    seconds: {},
  };

  onTestModuleStart(module) {
    this.#report.running.push(module.relativeModuleId);
    this.#write();
  }

  onTestModuleEnd(module) {
    const name = module.relativeModuleId;
    const tests = [...module.children.allTests()].map((test) => ({ test, result: test.result() }));
    const count = (state) => tests.filter(({ result }) => result.state === state).length;
    const report = this.#report;
    report.running = report.running.filter((other) => other !== name);
    report.numPassedTests += count('passed');
    report.numFailedTests += count('failed');
    report.numPendingTests += count('skipped');
    report.retried.push(
      ...tests.filter(({ test }) => test.diagnostic()?.flaky === true).map(({ test }) => `${name}: ${test.fullName}`),
    );
    report.seconds[name] = Math.round(module.diagnostic().duration / SECOND_MS);
    report.testResults.push({
      name,
      status: module.state(),
      message: textOf(module.errors()),
      assertionResults: tests.map(({ test, result }) => ({
        status: result.state,
        fullName: test.fullName,
        failureMessages: (result.errors ?? []).map((error) => textOf([error])),
      })),
    });
    this.#write();
  }

  /** A file that could not be read at all has no `onTestModuleEnd`; an error outside of any test belongs to no file. */
  onTestRunEnd(modules, unhandled) {
    const told = new Set(this.#report.testResults.map(({ name }) => name));
    for (const module of modules) if (!told.has(module.relativeModuleId)) this.onTestModuleEnd(module);
    if (unhandled.length > 0)
      this.#report.testResults.push({
        name: 'outside of tests',
        status: 'failed',
        message: textOf(unhandled),
        assertionResults: [],
      });
    this.#write();
  }

  #write() {
    if (this.#path !== undefined) writeFileSync(this.#path, JSON.stringify(this.#report));
  }
}
