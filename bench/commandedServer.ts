import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { type LineProcess, startLineProcess } from './lineProcess.js';

/** Built together with this module by `npm run build:test`. */
const PLATFORMS = fileURLToPath(new URL('../test/platforms', import.meta.url));
const START_TIMEOUT_MS = 60_000;

/** A server process whose commands are answered one after the other (test/platforms/README.md). */
export interface CommandedServer {
  readonly process: LineProcess;
  run(command: object): Promise<void>;
}

/** Starts a server and waits for its `ready`. Lines that the schema does not know are left out. */
export function startCommandedServer<Event extends { event: string }, Ready>(
  name: string,
  options: object,
  folder: string,
  schema: z.ZodType<Event>,
  readyOf: (event: Event) => Ready | null,
  onEvent: (event: Event) => void,
): Promise<CommandedServer & { readonly ready: Ready }> {
  return new Promise((resolve, reject) => {
    const waiting: { resolve(): void; reject(error: Error): void }[] = [];
    const run = (command: object) =>
      new Promise<void>((done, failed) => {
        waiting.push({ resolve: done, reject: failed });
        process.tell(JSON.stringify(command));
      });
    const onLine = (line: string) => {
      const parsed = schema.safeParse(JSON.parse(line));
      if (!parsed.success) return;
      const event = parsed.data;
      const ready = readyOf(event);
      if (ready !== null) resolve({ process, run, ready });
      else if (event.event === 'done') waiting.shift()?.resolve();
      else if (event.event === 'error') waiting.shift()?.reject(new Error(`${name} server: ${line}`));
      else onEvent(event);
    };
    const process = startLineProcess({
      command: [globalThis.process.execPath, join(PLATFORMS, name, 'standalone.js'), JSON.stringify(options)],
      cwd: folder,
      env: {},
      logFile: join(folder, `${name}.log`),
      onLine,
    });
    setTimeout(() => reject(new Error(`the ${name} server did not start`)), START_TIMEOUT_MS).unref();
  });
}
