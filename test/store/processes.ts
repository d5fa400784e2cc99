import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const hammerReport = z.object({
  accepted: z.array(z.object({ turn: z.string(), seq: z.number() })),
  finished: z.array(
    z.object({ lane: z.string(), token: z.number(), turn: z.string(), seq: z.number(), attempt: z.number() }),
  ),
  batches: z.number(),
  operations: z.number(),
  lockWaits: z.number(),
  p50: z.number(),
  p95: z.number(),
  max: z.number(),
});
export type HammerReport = z.infer<typeof hammerReport>;

function start(
  script: string,
  args: readonly string[],
): ChildProcess & { stdout: NonNullable<ChildProcess['stdout']> } {
  const path = fileURLToPath(new URL(`./children/${script}`, import.meta.url));
  return spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Runs `children/hammer.mjs` to its end. */
export async function hammer(
  dataDir: string,
  owner: string,
  load: { messages: number; lanes: number; inFlight: number },
): Promise<HammerReport> {
  const { messages, lanes, inFlight } = load;
  const child = start('hammer.mjs', [dataDir, owner, String(messages), String(lanes), String(inFlight)]);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`the child of ${owner} ended with ${code}`);
  return hammerReport.parse(JSON.parse(output));
}

/** What a killed process had been promised. */
export interface Promised {
  readonly accepted: readonly string[];
  readonly finished: readonly string[];
}

/** Runs `children/acceptForever.mjs` and kills it with SIGKILL after it has printed `lines` lines. */
export async function killAfter(dataDir: string, owner: string, lines: number): Promise<Promised> {
  const child = start('acceptForever.mjs', [dataDir, owner]);
  let output = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    seen += text.split('\n').length - 1;
    if (seen > lines) child.kill('SIGKILL');
  });
  const signal = await new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, by) => resolve(by)));
  if (signal !== 'SIGKILL') throw new Error(`the child of ${owner} ended by itself`);
  const whole = output.slice(0, output.lastIndexOf('\n') + 1).split('\n');
  const after = (word: string) => whole.flatMap((line) => (line.startsWith(word) ? [line.slice(word.length)] : []));
  return { accepted: after('accepted '), finished: after('finished ') };
}
