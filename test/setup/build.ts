import { execFileSync } from 'node:child_process';

/** Worker threads and child processes of the tests run the built code: bring `dist` up to date before any test. */
export default function buildBeforeTests(): void {
  execFileSync(process.execPath, ['scripts/prepare.mjs', '--build-only'], { stdio: 'inherit' });
}
