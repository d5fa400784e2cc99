import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * URL of a compiled module for a worker thread. Threads load JavaScript only; when this code itself runs from its
 * TypeScript source (the tests do), the module built from the same source is used: `src/store/x.ts` → `dist/store/x.js`.
 *
 * @param name file name beside the caller, for example `writerThread.js`
 * @param callerUrl `import.meta.url` of the caller
 * @throws Error when the built file is missing, naming the command that builds it
 */
export function workerEntry(name: string, callerUrl: string): URL {
  const beside = new URL(name, callerUrl);
  if (!callerUrl.endsWith('.ts')) return beside;
  const built = new URL(beside.href.replace(/\/src\/(?!.*\/src\/)/, '/dist/'));
  if (!existsSync(fileURLToPath(built))) {
    throw new Error(`${fileURLToPath(built)} is missing; run "npm run build" first`);
  }
  return built;
}
