import { describe, it } from 'vitest';
import { probeSandbox } from '../../src/runtime/sandbox/probeSandbox.js';
import { isCi } from './ci.js';

/**
 * A suite that needs the sandbox. Where there can be none it is counted as not run, with what to do about it; in CI that is a
 * failure.
 */
export function describeWithSandbox(name: string, suite: () => void): void {
  const probe = probeSandbox();
  if ('bwrap' in probe) {
    describe(name, suite);
    return;
  }
  const reason = `not run, there is no sandbox: ${probe.trouble}`;
  if (isCi) {
    it(name, () => {
      throw new Error(reason);
    });
    return;
  }
  describe.skip(`${name} (${reason})`, suite);
}
