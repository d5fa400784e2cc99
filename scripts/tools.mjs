/**
 * Prints or writes the table of the gateway's own tools.
 *
 * Usage: node scripts/tools.mjs docs      prints the page as Markdown
 *        node scripts/tools.mjs --write   writes docs/tools.md
 */
import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const load = (path) => import(`../dist/runtime/${path}.js`);
const { createOwnTools } = await load('ownTools');
const { createMemoryTools } = await load('tools/memoryTools');
const { createSkillTool } = await load('skills/skillTool');
const { createWebTools } = await load('tools/web/webTools');
const { openDocumentTools } = await load('tools/documents/documentTools');
const { renderToolTable } = await load('tools/toolTable');

/** Stands for what tools work with: here nothing is called. */
const unused = new Proxy(() => unused, { get: () => unused });

function page() {
  const web = createWebTools({
    ...unused,
    allow: [],
    search: { service: 'duckduckgo' },
    extractor: unused,
    clock: unused,
    log: unused,
  });
  const tools = createOwnTools({
    dataDir: '',
    timeZone: 'UTC',
    clock: unused,
    sandbox: unused,
    tasks: unused,
    plans: unused,
    extractor: unused,
    git: unused,
    documents: openDocumentTools({ dataDir: '', clock: unused }).tools,
    web,
    memory: createMemoryTools(unused),
    speech: unused,
    hasCoordinator: false,
    skills: { tool: createSkillTool(unused), slugsFor: async () => [] },
    schedules: unused,
    mcpStatus: () => [],
    router: () => unused,
  });
  return `# Tools

The gateway's own tools, made by \`node scripts/tools.mjs --write\`. "By call": it depends on the arguments. Who may use a tool of which risk,
and which calls ask first, is said in the README under "Approvals". MCP servers bring further ones (\`mcp__<server>__<tool>\`).

${renderToolTable(tools)}
`;
}

const ACTIONS = {
  docs: () => process.stdout.write(page()),
  '--write': () => writeFileSync(join(root, 'docs', 'tools.md'), page()),
};
const action = ACTIONS[process.argv[2]];
if (action === undefined) {
  process.stderr.write(`wants one of: ${Object.keys(ACTIONS).join(', ')}\n`);
  process.exitCode = 2;
} else {
  action();
}
