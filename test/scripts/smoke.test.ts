import { afterEach, describe, expect, it } from 'vitest';
import { createTree, type Tree } from './tree.js';

/** A gateway as small as can be, with faults on demand. */
const APP = `
import { createServer } from 'node:http';
const { FAULT, WAGGLE_HTTP_PORT, NODE_ENV, TELEGRAM_BOT_TOKEN } = process.env;
if (FAULT === 'dies' || NODE_ENV !== 'production' || TELEGRAM_BOT_TOKEN) throw new Error('cannot start');
const server = createServer((request, answer) => {
  if (request.url === '/') answer.setHeader('content-type', 'text/html; charset=utf-8').end('<p>');
  else if (request.url === '/healthz') answer.end('ok');
  else {
    answer.write('event: delta\\ndata: {"text":"h"}\\n\\n');
    const content = FAULT === 'empty' ? '' : 'hello';
    answer.end(FAULT === 'cut' ? '' : 'id: 2\\nevent: final\\ndata: ' + JSON.stringify({ content }) + '\\n\\n');
  }
});
server.listen(Number(WAGGLE_HTTP_PORT), '127.0.0.1');
process.on('SIGTERM', () => server.close(() => process.exit(0)));
`;

let tree: Tree;
afterEach(() => tree.remove());

function smoke(fault: string, start = 'exec node app.mjs') {
  tree = createTree(
    { 'package.json': JSON.stringify({ name: 'tree', version: '1.0.0', scripts: { start } }), 'app.mjs': APP },
    false,
  );
  return tree.run(['scripts/ci/smoke.mjs'], { FAULT: fault, TELEGRAM_BOT_TOKEN: 'must not get through' });
}

describe('the smoke test of npm start', () => {
  it('passes on a gateway that does what is promised', async () => {
    const { code, output } = await smoke('');
    expect(output.match(/^ok {4}/gm)).toHaveLength(4);
    expect(code).toBe(0);
  });

  it.each([
    ['dies', 'npm start is up: npm start ended with exit code 1'],
    ['cut', 'POST /api/chat answers: no final event'],
    ['empty', 'POST /api/chat answers: an empty answer'],
  ])('fails on one that is %s', async (fault, words) => {
    const { code, output } = await smoke(fault);
    expect(output).toContain(`FAILED ${words}`);
    expect(output).toContain('--- what npm start said');
    expect(code).toBe(1);
  });

  it('fails when npm ends at SIGTERM and leaves the gateway behind', async () => {
    const { code, output } = await smoke('', 'node app.mjs; true');
    expect(output).toContain('FAILED SIGTERM ends it: npm ended, but the gateway still answers');
    expect(code).toBe(1);
  });
});
