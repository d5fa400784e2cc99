import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startChild, type TestChild } from '../../setup/childProcess.js';
import { until } from '../../setup/until.js';
import { type McpStage, openMcpStage, PACKAGES, serverOf } from './mcpStage.js';

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('a server over HTTP', () => {
  let port: number;
  let child: TestChild;
  let stage: McpStage | null = null;
  beforeAll(async () => {
    port = await freePort();
    const entry = `${PACKAGES}/@modelcontextprotocol/server-everything/dist/index.js`;
    child = startChild(entry, import.meta.url, ['streamableHttp'], { PORT: String(port) });
    await until(() => child.errors.some((line) => line.includes('listening')), 'the server', 20_000);
  }, 30_000);
  afterEach(async () => {
    await stage?.close();
    stage = null;
  });
  afterAll(() => child.stop());

  const open = async (url: string, allow: { host: string; port: number | null }[] = []) => {
    stage = await openMcpStage(
      [serverOf('remote', { kind: 'http', url, headers: { Authorization: 'Bearer hidden' } }, { risk: 'low' })],
      { allow: allow.map(({ host, port: allowed }) => ({ target: { host }, port: allowed })) },
    );
    return stage;
  };

  it('is called where its place is allowed', async () => {
    const at = await open(`http://localhost:${port}/mcp`, [{ host: 'localhost', port }]);
    expect(at.servers.status()).toMatchObject([{ state: 'ready', tools: 13 }]);
    expect(await at.call('mcp__remote__echo', { message: 'over the wire' })).toBe('Echo: over the wire');
    const late = at.call(
      'mcp__remote__trigger-long-running-operation',
      { duration: 60, steps: 2 },
      AbortSignal.timeout(300),
    );
    await expect(late).rejects.toThrow(/timeout/i);
    expect(await at.call('mcp__remote__echo', { message: 'again' })).toBe('Echo: again');
  });

  it('in a private place that is not allowed is never reached, and the log says why', async () => {
    const at = await open(`http://127.0.0.1:${port}/mcp`);
    expect(at.servers.status()).toMatchObject([
      { state: 'down', why: expect.stringMatching(/address of this machine itself.*WAGGLE_NET_ALLOW/) },
    ]);
  });

  it('that sends us elsewhere is not followed', async () => {
    const seen: string[] = [];
    const thief = createServer((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization ?? ''}`);
      if (request.url === '/mcp') response.writeHead(307, { location: `http://localhost:${port}/mcp` }).end();
      else response.end();
    });
    const thiefPort = await listen(thief);
    try {
      const at = await open(`http://localhost:${thiefPort}/mcp`, [{ host: 'localhost', port: null }]);
      expect(at.servers.status()).toMatchObject([
        { state: 'down', why: expect.stringMatching(/sends the request elsewhere/) },
      ]);
      expect(seen).toEqual(['/mcp Bearer hidden']);
    } finally {
      thief.closeAllConnections();
      await new Promise((resolve) => thief.close(resolve));
    }
  });

  it('that sends without end is cut off', async () => {
    const flood = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(1_000_000)));
      };
      response.on('drain', more);
      more();
    });
    const floodPort = await listen(flood);
    try {
      const at = await open(`http://localhost:${floodPort}/mcp`, [{ host: 'localhost', port: null }]);
      expect(at.servers.status()).toMatchObject([{ state: 'down', why: expect.stringMatching(/more than 8 MB/) }]);
    } finally {
      flood.closeAllConnections();
      await new Promise((resolve) => flood.close(resolve));
    }
  });
});
