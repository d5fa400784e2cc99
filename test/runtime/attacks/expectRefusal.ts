import { expect } from 'vitest';
import { type Outcome, PLANTED } from './attackStage.js';

/** What tools say that will not do it. A bare error of the file system, or none, is no clear reason. */
const REASON =
  /in the workspace|a link|links cannot|is no folder|no plain file|is a folder|control characters|write paths with|have 200 bytes|nested 32 deep|cannot be changed|too big|expected string to have/i;

/** A call was refused, says why, and tells nothing of what was planted. */
export function expectRefusal(tool: string, { failed, text }: Outcome): void {
  expect(`${tool}: ${failed ? 'refused' : `let through: ${text}`}`).toBe(`${tool}: refused`);
  expect(text).toMatch(REASON);
  expect(text).not.toMatch(/\b(?:ENOENT|EACCES|EPERM|ELOOP|ENOTDIR|EISDIR|EINVAL|ENXIO)\b/);
  expect(text).not.toContain(PLANTED);
}
