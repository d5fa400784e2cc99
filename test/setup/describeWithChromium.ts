import { existsSync } from 'node:fs';
import { describeWhere } from './describeWhere.js';
import { CHROMIUM, INSTALL_CHROMIUM } from './launchChromium.js';

/** A suite that needs a real browser. */
export function describeWithChromium(name: string, suite: () => void): void {
  describeWhere(name, existsSync(CHROMIUM) ? null : `chromium is missing: ${INSTALL_CHROMIUM}`, suite);
}
