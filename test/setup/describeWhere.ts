import { describe, it } from 'vitest';
import { isCi } from './ci.js';

/**
 * A suite that needs something of the machine. Without it the suite is counted as not run, saying why; in CI that is a failure.
 *
 * @param missing what is missing and the command that installs it; null: nothing
 */
export function describeWhere(name: string, missing: string | null, suite: () => void): void {
  if (missing === null) {
    describe(name, suite);
    return;
  }
  const reason = `not run, ${missing}`;
  if (isCi) {
    it(name, () => {
      throw new Error(reason);
    });
    return;
  }
  describe.skip(`${name} (${reason})`, suite);
}
