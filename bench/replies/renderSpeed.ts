import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const RENDER = fileURLToPath(new URL('../../../bench/render.mjs', import.meta.url));

/** Megabytes of Markdown in a second of CPU time; `../render.mjs` says of what. */
const speed = z.object({ parse: z.number(), render: z.number(), chunk: z.number(), stream: z.number() });
const speeds = z.object({ telegram: speed, slack: speed, discord: speed });
export type RenderSpeeds = z.output<typeof speeds>;

/** Runs the benchmark of rendering in a process of its own. @param seconds CPU time spent on each figure */
export async function measureRenderSpeed(seconds: number): Promise<RenderSpeeds> {
  const { stdout } = await promisify(execFile)(process.execPath, [RENDER, '--json', String(seconds)]);
  return speeds.parse(JSON.parse(stdout));
}
