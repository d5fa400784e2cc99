import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverGateway, removeGatewayFile, writeGatewayFile } from '../../../src/channels/terminal/discover.js';
import { systemClock } from '../../../src/core/clock.js';
import { silentLog } from '../../../src/core/log.js';
import { type HttpServer, startHttpServer } from '../../../src/http/httpServer.js';

let dataDir = '';
let server: HttpServer;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'waggle-discover-'));
  server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    token: 'x'.repeat(20),
    parts: [],
    clock: systemClock,
    log: silentLog,
  });
});
afterEach(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

const discover = () => discoverGateway(dataDir, systemClock);

describe('a running gateway', () => {
  it('is found by the file that it writes, until it takes it away', async () => {
    expect(await discover()).toBe(null);
    await writeGatewayFile(dataDir, { url: server.url, pid: process.pid });
    expect(await discover()).toEqual({ url: server.url, pid: process.pid });
    expect((await stat(join(dataDir, 'gateway.json'))).mode & 0o777).toBe(0o600);
    await removeGatewayFile(dataDir, process.pid + 1);
    expect(await discover()).not.toBe(null);
    await removeGatewayFile(dataDir, process.pid);
    expect(await discover()).toBe(null);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('is not one whose process is gone', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    const { pid = 0 } = child;
    await once(child, 'exit');
    await writeGatewayFile(dataDir, { url: server.url, pid });
    expect(await discover()).toBe(null);
  });

  it('is not one that does not answer', async () => {
    await writeGatewayFile(dataDir, { url: server.url, pid: process.pid });
    await server.close();
    expect(await discover()).toBe(null);
  });

  it.each([
    '',
    '{',
    '{"url":"file:///etc/passwd","pid":1}',
    '{"url":"http://127.0.0.1:1"}',
    '{"url":"http://127.0.0.1:1","pid":0}',
  ])('is not what the file %j says', async (text) => {
    await writeFile(join(dataDir, 'gateway.json'), text);
    expect(await discover()).toBe(null);
  });
});
