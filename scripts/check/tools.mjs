import { runTool } from './runTool.mjs';

/** The compiler's view of sources, tests and benchmarks. */
export async function checkTypes(root) {
  return judge(
    await runTool(root, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit']),
    'no type errors',
    'type errors',
  );
}

/** Formatting and lint rules; a warning fails too, or nobody would look at it. */
export async function checkBiome(root) {
  const args = ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--colors=off'];
  return judge(await runTool(root, args), 'formatted, no findings', 'findings');
}

/** Files, exports and dependencies that nothing uses. */
export async function checkKnip(root) {
  return judge(
    await runTool(root, ['node_modules/knip/bin/knip.js', '--no-progress']),
    'nothing unused',
    'something is unused',
  );
}

function judge({ code, stdout, stderr }, good, bad) {
  return { ok: code === 0, verdict: code === 0 ? good : bad, details: `${stdout}${stderr}` };
}
