/**
 * The import rule of the house. `MAY_IMPORT` is the whole of it: what each folder of `src` may import besides itself.
 * `main.ts` and `cli/` are the composition root and import everything. `npm run check` also asserts that every source
 * file was read, and that every folder of `src` stands here.
 */
const LAYERS = ['core', 'store', 'access', 'memory', 'runtime', 'commands', 'reply', 'turns'];

const MAY_IMPORT = {
  ...Object.fromEntries(LAYERS.map((layer, index) => [layer, LAYERS.slice(0, index)])),
  config: ['core'],
  http: ['core', 'config'],
  console: ['core', 'http'],
};
const CHANNEL_MAY_IMPORT = ['core', 'reply', 'http', 'config'];
const COMPOSITION_ROOT = '^src/(cli/|main[.]ts$)';

/** Folders of `src` that the rule knows; a file anywhere else is an error. */
export const KNOWN_FOLDERS = [...Object.keys(MAY_IMPORT), 'channels', 'cli'];

const folders = (names) => `^src/(${names.join('|')})/`;

const layerRules = Object.entries(MAY_IMPORT).map(([folder, allowed]) => ({
  name: `${folder}-imports-only-what-stands-before-it`,
  comment: `${folder} may import ${allowed.length === 0 ? 'nothing of ours but itself' : allowed.join(', ')}.`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: folders([folder, ...allowed]) },
}));

const channelRules = [
  {
    name: 'channels-import-only-core-reply-http-config',
    comment: 'A channel may import core, reply, http, config and its own folder.',
    severity: 'error',
    from: { path: '^src/channels/' },
    to: { path: '^src/', pathNot: [folders(CHANNEL_MAY_IMPORT), '^src/channels/'] },
  },
  {
    name: 'no-channel-imports-another',
    comment: 'What two channels share belongs to reply, http or core.',
    severity: 'error',
    from: { path: '^src/channels/([^/]+)' },
    to: { path: '^src/channels/', pathNot: '^src/channels/$1(/|$)' },
  },
];

const generalRules = [
  {
    name: 'tools-reach-the-network-through-the-guard',
    comment: 'Requests of tools go through src/runtime/net, which refuses private addresses; the model client is no tool.',
    severity: 'error',
    from: { path: '^src/runtime/', pathNot: '^src/runtime/net/' },
    to: { path: '^(?:undici|(?:node:)?(?:https?|http2|net|tls|dgram)$)|/node_modules/undici/|^node_modules/undici/' },
  },
  {
    name: 'nobody-imports-the-composition-root',
    comment: 'Only main.ts and cli/ know every part, and no part knows them.',
    severity: 'error',
    from: { path: '^src/', pathNot: COMPOSITION_ROOT },
    to: { path: COMPOSITION_ROOT },
  },
  {
    name: 'no-circles',
    comment: 'Modules that import each other cannot be understood one at a time. Type imports count.',
    severity: 'error',
    from: { path: '^src/' },
    to: { circular: true },
  },
  {
    name: 'built-code-needs-no-development-tool',
    comment: 'What runs in production is listed under dependencies; types alone may come from devDependencies.',
    severity: 'error',
    from: { path: '^src/' },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'every-import-can-be-resolved',
    severity: 'error',
    from: { path: '^src/' },
    to: { couldNotResolve: true },
  },
];

export default {
  forbidden: [...layerRules, ...channelRules, ...generalRules],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
