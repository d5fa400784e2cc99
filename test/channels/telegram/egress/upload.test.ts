import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutboundFile } from '../../../../src/core/ports/files.js';
import { idOf, never, type Outlet, openOutlet, plainOptions } from './outlet.js';

let folder: string;
let outlet: Outlet;
let server: Outlet['server'];
let at: Outlet['at'];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waggle-upload-'));
  outlet = await openOutlet();
  ({ server, at } = outlet);
});

afterEach(async () => {
  await outlet.close();
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, mime: string, bytes = 20): OutboundFile {
  const path = join(folder, name);
  writeFileSync(path, 'x');
  truncateSync(path, bytes);
  return { path, name, mime, bytes };
}

const upload = (to: Parameters<Outlet['at']>, sent: OutboundFile, options: Partial<typeof plainOptions> = {}) => {
  if (outlet.egress.upload === undefined) throw new Error('this channel takes no files');
  return outlet.egress.upload(at(...to), sent, { ...plainOptions, ...options }, never);
};

describe('a file to a chat', () => {
  it('goes as a picture or as a document, by its type, with its name', async () => {
    const chat = server.privateChat(501);
    const photo = idOf(await upload([chat], file('chart.png', 'image/png')));
    idOf(await upload([chat], file('my report.pdf', 'application/pdf')));
    expect(chat.botMessages().map(({ media }) => [media?.kind, media?.name, media?.size])).toEqual([
      ['photo', 'chart.png', 20],
      ['document', 'my report.pdf', 20],
    ]);
    expect(photo).toBe(String(chat.botMessages()[0]?.id));
    expect(server.refused()).toEqual([]);
  });

  it('a picture that Telegram refuses goes as a document', async () => {
    const chat = server.privateChat(501);
    const description = 'Bad Request: PHOTO_INVALID_DIMENSIONS';
    server.inject({ method: 'sendPhoto', fault: { kind: 'status', code: 400, description } });
    idOf(await upload([chat], file('thin.png', 'image/png')));
    expect(chat.botMessages().map(({ media }) => media?.kind)).toEqual(['document']);
  });

  it('stands in its topic, replies, and is silent when asked', async () => {
    const group = server.group({ forum: true });
    const topic = group.openTopic('bees');
    const question = group.say(server.user(501), '@WaggleBot the file?', { thread: topic });
    const sent = file('a.txt', 'text/plain');
    idOf(await upload([group, { thread: String(topic) }], sent, { silent: true, replyTo: String(question.id) }));
    expect(group.botMessages()).toMatchObject([{ thread: topic, replyTo: question.id, silent: true }]);
  });

  it('that is too large is refused with the limit in words', async () => {
    const sent = await upload([server.privateChat(501)], file('big.bin', 'application/octet-stream', 50_000_001));
    expect(sent).toMatchObject({ ok: false, kind: 'refused', cause: { code: 'file-too-large' } });
    expect(outlet.egress.maxFileBytes).toBe(50_000_000);
  });

  it.each([
    ['drop-before', 'unknown'],
    ['drop-after', 'unknown'],
  ] as const)('whose answer is lost (%s) may have arrived', async (kind, outcome) => {
    const chat = server.privateChat(501);
    server.inject({ method: 'sendDocument', fault: { kind } });
    expect(await upload([chat], file('a.txt', 'text/plain'))).toMatchObject({ ok: false, kind: outcome });
    expect(chat.botMessages()).toHaveLength(kind === 'drop-after' ? 1 : 0);
  });

  it('meets 429 and 5xx like a message', async () => {
    const sent = file('a.txt', 'text/plain');
    server.inject({ method: 'sendDocument', fault: { kind: 'flood', seconds: 4 } });
    expect(await upload([server.privateChat(501)], sent)).toMatchObject({ kind: 'wait', ms: 4_000 });
    const description = 'Internal Server Error';
    server.inject({ method: 'sendDocument', fault: { kind: 'status', code: 500, description } });
    expect(await upload([server.privateChat(502)], sent)).toMatchObject({ kind: 'retry' });
  });
});
