import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listFiles } from './listFiles.mjs';
import { runTool } from './runTool.mjs';

/**
 * The import rule. dependency-cruiser passes happily when it read nothing (as it does with a compiler that it does not
 * know), so this also asserts that it read exactly the files that are there, and that each stands in a known folder.
 */
export async function checkImports(root) {
  const config = '.dependency-cruiser.mjs';
  const tool = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
  const { stdout, stderr } = await runTool(root, [tool, 'src', '--config', config, '--output-type', 'json']);
  const cruised = parse(stdout);
  if (cruised === undefined)
    return { ok: false, verdict: 'dependency-cruiser did not run', details: `${stdout}${stderr}` };

  const { KNOWN_FOLDERS } = await import(pathToFileURL(join(root, config)).href);
  const files = listFiles(root, 'src', ['.ts']);
  const read = new Set(cruised.modules.map((module) => module.source));
  const problems = [
    ...cruised.summary.violations.map(describeViolation),
    ...files.filter((file) => !read.has(file)).map((file) => `${file} was not read by dependency-cruiser`),
    ...files.filter((file) => !isPlaced(file, KNOWN_FOLDERS)).map((file) => `${file} stands in no folder of the house`),
  ];
  if (files.length === 0) problems.push('src has no TypeScript files');
  const readCount = files.filter((file) => read.has(file)).length;
  return {
    ok: problems.length === 0,
    verdict: `${readCount} of ${files.length} modules read, ${cruised.summary.violations.length} violations`,
    details: problems.join('\n'),
  };
}

function isPlaced(file, folders) {
  return file === 'src/main.ts' || folders.some((folder) => file.startsWith(`src/${folder}/`));
}

function describeViolation({ rule, from, to, cycle }) {
  const path = cycle === undefined ? to : cycle.map((step) => step.name ?? step).join(' → ');
  return `${rule.name}: ${from} → ${path}`;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    // What it printed instead is shown as the details of the failure.
    return undefined;
  }
}
