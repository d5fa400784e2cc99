import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { HttpPart } from '../../src/http/httpPart.js';
import { MAX_JSON_BYTES, readJson } from '../../src/http/jsonBody.js';
import { rawRequest } from './rawRequest.js';
import { createTestServers, TOKEN } from './testServers.js';

const BEARER = { Authorization: `Bearer ${TOKEN}` };
const JSON_TYPE = { 'Content-Type': 'application/json' };

const servers = createTestServers();
const { start } = servers;
afterEach(() => servers.close());

const echo: HttpPart = {
  name: 'echo',
  mount: (app) => {
    app.route({ method: 'GET', path: '/open', auth: 'open', handle: (c) => c.text(c.get('caller')) });
    app.route({ method: 'GET', path: '/secret', auth: 'token', handle: (c) => c.text(c.get('caller')) });
    app.route({
      method: 'POST',
      path: '/echo',
      auth: 'token-or-loopback',
      handle: async (c) => c.json(await readJson(c.env.incoming, z.strictObject({ text: z.string() }))),
    });
    app.route({
      method: 'GET',
      path: '/broken',
      auth: 'open',
      handle: () => {
        throw new Error('a secret detail');
      },
    });
  },
};

describe('routes', () => {
  it('say who called', async () => {
    const { url } = await start([echo]);
    expect((await rawRequest(`${url}/open`)).body).toBe('anybody');
    expect((await rawRequest(`${url}/secret`, { headers: BEARER })).body).toBe('token');
  });

  it('need the token where declared, and where nothing is declared', async () => {
    const { url } = await start([echo]);
    for (const path of ['/secret', '/nothing', '/api/unknown', '/.env', '//', '/open/']) {
      const answer = await rawRequest(url + path);
      expect([path, answer.status]).toEqual([path, 401]);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'token-needed' } });
    }
    expect((await rawRequest(`${url}/nothing`, { headers: BEARER })).status).toBe(404);
  });

  it('answer another method with 405 and the right ones, after authorization', async () => {
    const { url } = await start([echo]);
    expect(await rawRequest(`${url}/open`, { method: 'POST' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET' },
    });
    expect((await rawRequest(`${url}/echo`)).status).toBe(401);
    expect(await rawRequest(`${url}/echo`, { headers: BEARER })).toMatchObject({
      status: 405,
      headers: { allow: 'POST' },
    });
    expect((await rawRequest(`${url}/secret`, { method: 'OPTIONS' })).status).toBe(401);
  });

  it('tell a caller nothing of an unexpected error', async () => {
    const { url } = await start([echo]);
    const answer = await rawRequest(`${url}/broken`);
    expect(answer.status).toBe(500);
    expect(answer.body).not.toContain('secret detail');
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'internal' } });
  });

  it('carry the security headers on every answer, and no CORS header', async () => {
    const { url } = await start([echo]);
    for (const path of ['/open', '/secret', '/broken', '/nothing', '/healthz']) {
      const { headers } = await rawRequest(url + path, { headers: { Origin: 'http://evil.example' } });
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('loopback without a token, over a real socket', () => {
  const body = '{"text":"hi"}';

  it('is let in, and refused as soon as one condition fails', async () => {
    const { url, port } = await start([echo]);
    const post = (headers: Record<string, string>) => rawRequest(`${url}/echo`, { method: 'POST', headers, body });
    expect(await post(JSON_TYPE)).toMatchObject({ status: 200, body });
    expect(await post({ ...JSON_TYPE, Host: `localhost:${port}`, Origin: `http://localhost:${port}` })).toMatchObject({
      status: 200,
    });
    expect((await post({ 'Content-Type': 'text/plain' })).status).toBe(401);
    expect((await post({ ...JSON_TYPE, Host: 'evil.example' })).status).toBe(401);
    expect((await post({ ...JSON_TYPE, Origin: 'http://evil.example' })).status).toBe(401);
    expect((await post({ ...JSON_TYPE, Origin: 'null' })).status).toBe(401);
    expect((await post({ ...JSON_TYPE, 'X-Forwarded-For': '127.0.0.1' })).status).toBe(401);
    expect((await post({ ...JSON_TYPE, Authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await post({ ...JSON_TYPE, ...BEARER, Host: 'evil.example', Via: 'x' })).status).toBe(200);
  });

  it('is not what another address of this machine is', async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address !== undefined && !address.internal && address.family === 'IPv4')?.address;
    const { port } = await start([echo], { host: '0.0.0.0' });
    expect(
      (await rawRequest(`http://127.0.0.1:${port}/echo`, { method: 'POST', headers: JSON_TYPE, body })).status,
    ).toBe(200);
    if (outside === undefined) return;
    const answer = await rawRequest(`http://${outside}:${port}/echo`, {
      method: 'POST',
      headers: { ...JSON_TYPE, Host: 'localhost' },
      body,
    });
    expect(answer.status).toBe(401);
    expect(answer.body).toContain('does not come from this machine');
  });
});

describe('JSON bodies', () => {
  const post = async (body: string, headers: Record<string, string> = JSON_TYPE) => {
    const { url } = await start([echo]);
    return rawRequest(`${url}/echo`, { method: 'POST', headers: { ...BEARER, ...headers }, body });
  };

  it('are read whole, with every character', async () => {
    const text = `ä€😀\u0000"\\ ${'x'.repeat(100_000)}`;
    expect(JSON.parse((await post(JSON.stringify({ text }))).body)).toEqual({ text });
  });

  it.each([
    ['{"text":1}', 400, 'text'],
    ['{"text":"a","more":1}', 400, 'more'],
    ['[]', 400, ''],
    ['{"text":', 400, 'not valid JSON'],
    ['', 400, 'not valid JSON'],
  ])('%s: %i', async (body, status, part) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(answer.body).toContain(part);
  });

  it('of another type or encoding are refused by name', async () => {
    expect(await post('text=hi', { 'Content-Type': 'application/x-www-form-urlencoded' })).toMatchObject({
      status: 415,
    });
    expect(await post('{"text":"a"}', { ...JSON_TYPE, 'Content-Encoding': 'gzip' })).toMatchObject({ status: 415 });
  });

  it('over the limit are refused, declared or not', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(MAX_JSON_BYTES) });
    expect((await post(body, { ...JSON_TYPE, 'Content-Length': String(body.length) })).status).toBe(413);
    expect((await post(body, { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' })).status).toBe(413);
  });

  it('that break off do not disturb the server', async () => {
    const { url, port } = await start([echo]);
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"te`,
    );
    await once(socket, 'connect');
    socket.destroy();
    await once(socket, 'close');
    expect((await rawRequest(`${url}/healthz`)).body).toBe('ok');
  });
});

describe('health', () => {
  it('says ok while the process answers, and ready only when told so', async () => {
    const server = await start([]);
    expect(await rawRequest(`${server.url}/healthz`)).toMatchObject({ status: 200, body: 'ok' });
    expect((await rawRequest(`${server.url}/readyz`)).status).toBe(503);
    server.setReady(true);
    expect(await rawRequest(`${server.url}/readyz`)).toMatchObject({ status: 200, body: 'ok' });
    server.setReady(false);
    expect((await rawRequest(`${server.url}/readyz`)).status).toBe(503);
  });
});

describe('ports', () => {
  async function occupy(port: number): Promise<Server> {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    servers.defer(async () => {
      server.close();
      await once(server, 'close');
    });
    return server;
  }

  it('that are set and busy are an error of their own', async () => {
    const { port } = await start([]);
    await expect(start([], { port })).rejects.toMatchObject({ code: 'port-busy' });
    await expect(start([], { port })).rejects.toThrow(/WAGGLE_HTTP_PORT/);
  });

  it('left to us are 8787 or the next free one', async () => {
    const first = await start([], { port: 'auto' });
    const second = await start([], { port: 'auto' });
    expect(first.port).toBeGreaterThanOrEqual(8787);
    expect(second.port).toBeGreaterThan(first.port);
    await occupy(second.port + 1).catch(() => undefined);
    const third = await start([], { port: 'auto' });
    expect(third.port).toBeGreaterThan(second.port + 1);
    expect(third.url).toBe(`http://127.0.0.1:${third.port}`);
  });

  it('of an address that is not ours are another error', async () => {
    await expect(start([], { host: '192.0.2.1', port: 0 })).rejects.toMatchObject({ code: 'http-listen' });
  });
});
