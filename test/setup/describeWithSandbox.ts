import { describe, expect, it } from 'vitest';
import { probeSandbox } from '../../src/runtime/sandbox/probeSandbox.js';
import { isCi } from './ci.js';

/** What can be installed; anything else is a kernel or container that forbids it. */
const INSTALLABLE = /apt-get install/;

/**
 * A suite that needs the sandbox. Where something is missing it is counted as not run, with what to do about it; in CI that is a failure.
 * On a machine that forbids sandboxes there is one test in its place: that the operator is told so, since the tools are off then.
 */
export function describeWithSandbox(name: string, suite: () => void): void {
  const probe = probeSandbox();
  if ('bwrap' in probe) {
    describe(name, suite);
    return;
  }
  const { trouble } = probe;
  if (!INSTALLABLE.test(trouble)) {
    it(`${name}: this machine forbids it, and says why: ${trouble}`, () => {
      expect(trouble).toMatch(/forbidden|hides|does not|too old|only/);
    });
    return;
  }
  const reason = `not run, there is no sandbox: ${trouble}`;
  if (isCi) {
    it(name, () => {
      throw new Error(reason);
    });
    return;
  }
  describe.skip(`${name} (${reason})`, suite);
}
