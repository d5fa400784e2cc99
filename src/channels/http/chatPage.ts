import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { HttpPart } from '../../http/httpPart.js';

/** The page's modules, each after those that it imports. */
const MODULES = ['inline.js', 'blocks.js', 'render.js', 'shown.js', 'memory.js', 'client.js', 'question.js', 'chat.js'];

const STYLE_PLACE = '/* page.css */';
const SCRIPT_PLACE = '/* page.js */';
const IMPORT = /^import \{[^}]*\} from '\.\/\w+\.js';\n/gm;
const EXPORT = /^export (?=async |function |class |const )/gm;

/**
 * The chat page at `/`: one document with its style and script inside, so that nothing else needs to be open. The script is the
 * page's modules joined in order; its policy lets exactly this style and this script run, talks to this server only,
 * and forbids making HTML of strings.
 */
export async function createChatPage(): Promise<HttpPart> {
  const [html, style, script] = await Promise.all([read('page.html'), read('page.css'), readScript()]);
  const page = html.replace(STYLE_PLACE, () => style).replace(SCRIPT_PLACE, () => script);
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(style)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return {
    name: 'page',
    mount: (app) => {
      app.route({
        method: 'GET',
        path: '/',
        auth: 'open',
        handle: (context) =>
          context.html(page, 200, { 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' }),
      });
    },
  };
}

function read(name: string): Promise<string> {
  return readFile(new URL(`page/${name}`, import.meta.url), 'utf8');
}

async function readScript(): Promise<string> {
  const modules = await Promise.all(MODULES.map(read));
  return modules.map((source) => source.replace(IMPORT, '').replace(EXPORT, '')).join('\n');
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
