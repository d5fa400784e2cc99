import { PrepareError } from './report.mjs';

/** The exit code of a child process; a signal counts as failure. */
export function finish(child) {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new PrepareError(`cannot start ${child.spawnfile}: ${error.message}`)));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
