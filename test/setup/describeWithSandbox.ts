import { expect, it } from 'vitest';
import { probeSandbox } from '../../src/runtime/sandbox/probeSandbox.js';
import { describeWhere } from './describeWhere.js';

/** What can be installed; anything else is a kernel or container that forbids it. */
const INSTALLABLE = /apt-get install/;

/**
 * A suite that needs the sandbox. On a machine that forbids sandboxes there is one test in its place: that the operator is told so, since
 * the tools are off then.
 */
export function describeWithSandbox(name: string, suite: () => void): void {
  const probe = probeSandbox();
  if ('bwrap' in probe) describeWhere(name, null, suite);
  else if (INSTALLABLE.test(probe.trouble)) describeWhere(name, `there is no sandbox: ${probe.trouble}`, suite);
  else {
    const { trouble } = probe;
    it(`${name}: this machine forbids it, and says why: ${trouble}`, () => {
      expect(trouble).toMatch(/forbidden|hides|does not|too old|only/);
    });
  }
}
