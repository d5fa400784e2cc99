import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTelegramFiles } from '../../../../src/channels/telegram/files/fileSource.js';
import { createTelegramApi, type TelegramApi } from '../../../../src/channels/telegram/wire/api.js';
import type { FileSource } from '../../../../src/core/ports/files.js';
import { type GatewayDb, openGatewayDb } from '../../../../src/store/openGatewayDb.js';
import type { SentFile } from '../../../platforms/telegram/chat.js';
import { startTelegramServer, type TelegramServer } from '../../../platforms/telegram/telegramServer.js';
import { createFakeClock, type FakeClock } from '../../../setup/fakeClock.js';
import { advanceUntil, recordLog } from '../setup.js';

const MAX_BYTES = 20_000_000;

let folder: string;
let server: TelegramServer;
let clock: FakeClock;
let api: TelegramApi;
let files: FileSource;
let db: GatewayDb;

const openFiles = (maxBytes: number) =>
  createTelegramFiles({ api, account: String(server.bot.id), gates: db.ledger, maxBytes, clock, log: recordLog() });

const open = async (options: Parameters<typeof startTelegramServer>[0] = {}) => {
  server = await startTelegramServer(options);
  api = createTelegramApi({ token: server.bot.token, apiRoot: server.url, clock });
  files = openFiles(MAX_BYTES);
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waggle-files-'));
  clock = createFakeClock();
  db = await openGatewayDb({ dataDir: join(folder, 'data'), clock, log: recordLog() });
  await open();
});

afterEach(async () => {
  api.close();
  await server.close();
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

const target = () => join(folder, 'got');

function sent(file: SentFile): string {
  return server.privateChat(501).sendFile('document', file).media?.fileId ?? '';
}

const fetchFile = (ref: string, signal = new AbortController().signal) => {
  const address = { platform: 'telegram', account: String(server.bot.id), chat: '501', kind: 'dm' } as const;
  return files.fetch({ address, ref, to: target() }, signal);
};

describe('a file that a user sent', () => {
  it('is written byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => i % 256));
    expect(await fetchFile(sent({ bytes }))).toBe(70_000);
    expect(readFileSync(target()).equals(bytes)).toBe(true);
  });

  it('of more than 20 MB is refused by Telegram, and said so', async () => {
    const ref = sent({ bytes: Buffer.from('x'), size: MAX_BYTES + 1 });
    await expect(fetchFile(ref)).rejects.toMatchObject({ code: 'file-too-large', sentence: /20 MB/ });
  });

  it('that is larger than it said is not written to its end', async () => {
    const source = openFiles(10);
    const ref = sent({ bytes: Buffer.alloc(1_000), size: 5 });
    const address = { platform: 'telegram', account: '1', chat: '501', kind: 'dm' } as const;
    const request = { address, ref, to: target() };
    await expect(source.fetch(request, new AbortController().signal)).rejects.toMatchObject({ code: 'file-too-large' });
    expect(() => readFileSync(target())).toThrow('ENOENT');
  });

  it('that Telegram does not know is gone', async () => {
    await expect(fetchFile('nothing')).rejects.toMatchObject({ code: 'file-gone' });
  });

  it.each([
    ['drop', { kind: 'drop-before' } as const],
    ['502', { kind: 'page', code: 502 } as const],
    ['429', { kind: 'flood', seconds: 3 } as const],
  ])('is fetched in spite of a %s', async (_, fault) => {
    const ref = sent({ bytes: Buffer.from('hello') });
    server.inject({ method: 'getFile', fault });
    let size = 0;
    void fetchFile(ref).then((got) => {
      size = got;
    });
    await advanceUntil(clock, () => size > 0, { limitMs: 10_000 });
    expect(readFileSync(target(), 'utf8')).toBe('hello');
  });

  it('is given up after three tries, or when the turn ends', async () => {
    const ref = sent({ bytes: Buffer.from('hello') });
    server.inject({ method: 'getFile', times: Number.POSITIVE_INFINITY, fault: { kind: 'drop-before' } });
    let error: unknown = null;
    void fetchFile(ref).catch((thrown: unknown) => {
      error = thrown;
    });
    await advanceUntil(clock, () => error !== null, { limitMs: 10_000 });
    expect(error).toMatchObject({ code: 'file-unavailable' });
    expect(server.callsOf('getFile')).toHaveLength(3);

    const abort = new AbortController();
    const reason = new Error('stopped');
    const stopped = fetchFile(ref, abort.signal);
    abort.abort(reason);
    await expect(stopped).rejects.toBe(reason);
  });
});

it('a local Bot API server names a path on its disk: the file is copied from there, whatever its size', async () => {
  await server.close();
  api.close();
  await open({ localFiles: folder });
  const bytes = Buffer.from('local bytes');
  expect(await fetchFile(sent({ bytes, size: 300_000_000 }))).toBe(bytes.length);
  expect(readFileSync(target(), 'utf8')).toBe('local bytes');
});
