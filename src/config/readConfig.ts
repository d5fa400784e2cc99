import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type ConfigResult, type Environment, loadConfig } from './loadConfig.js';
import type { Problem } from './reader.js';
import { settings } from './settings.js';

const { configFile } = settings;
const codeSchema = z.object({ code: z.string() });

/**
 * Loads the configuration of this process: `env` and the file that `WAGGLE_CONFIG` names (it must exist then) or
 * `./waggle.config.json` (it may be absent).
 *
 * @param workingDir folder that a relative path is meant from
 */
export function readConfig(env: Environment, workingDir: string): ConfigResult {
  const named = env[configFile.name]?.trim();
  const label = named || configFile.default;
  const file = readText(resolve(workingDir, label), label, Boolean(named));
  if (file.problem === undefined) return loadConfig(env, file.text, label);
  const rest = loadConfig(env);
  return {
    ok: false,
    problems: [file.problem, ...(rest.ok ? [] : rest.problems)],
    warnings: rest.warnings,
    explained: rest.explained,
  };
}

function readText(path: string, label: string, mustExist: boolean): { text?: string; problem?: Problem } {
  try {
    return { text: readFileSync(path, 'utf8') };
  } catch (error) {
    const code = codeSchema.safeParse(error).data?.code ?? 'unknown error';
    if (code === 'ENOENT' && !mustExist) return {};
    const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    const message = `${configFile.name}: got ${JSON.stringify(label)}, but ${why}; wants ${configFile.kind.wants}.`;
    return { problem: { name: configFile.name, message } };
  }
}
