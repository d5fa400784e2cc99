import { existsSync } from 'node:fs';
import { describe, it } from 'vitest';
import { isCi } from './ci.js';
import { CHROMIUM, INSTALL_CHROMIUM } from './launchChromium.js';

/**
 * A suite that needs a real browser. Without Chromium it is counted as not run, naming the command that installs it; under
 * CI that is a failure.
 */
export function describeWithChromium(name: string, suite: () => void): void {
  if (existsSync(CHROMIUM)) {
    describe(name, suite);
    return;
  }
  const reason = `not run, chromium is missing: ${INSTALL_CHROMIUM}`;
  if (isCi) {
    it(name, () => {
      throw new Error(reason);
    });
    return;
  }
  describe.skip(`${name} (${reason})`, suite);
}
