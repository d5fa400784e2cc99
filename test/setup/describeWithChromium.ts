import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { describe, it } from 'vitest';
import { isCi } from './ci.js';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const INSTALL_CHROMIUM = 'apt-get install -y chromium';

/** A headless browser that looks nothing up outside. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

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
