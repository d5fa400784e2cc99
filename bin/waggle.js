#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { explainNodeVersion } from '../scripts/prepare/nodeVersion.mjs';

const entry = new URL('../dist/cli/main.js', import.meta.url);

/** A clone that was never started has no `dist`; an image and an installed package bring theirs along. */
function prepare() {
  const script = fileURLToPath(new URL('../scripts/prepare.mjs', import.meta.url));
  return spawnSync(process.execPath, [script], { stdio: ['ignore', 2, 2] }).status === 0;
}

const complaint = explainNodeVersion(process.versions.node);
if (complaint !== undefined) {
  process.stderr.write(`waggle: ${complaint}\n`);
  process.exitCode = 1;
} else if (!existsSync(entry) && !prepare()) {
  process.exitCode = 1;
} else {
  // The environment wins: variables that are set already are not replaced.
  if (existsSync('.env')) process.loadEnvFile('.env');
  await import(entry.href);
}
