import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idOf, never, type Outlet, openOutlet, plainOptions, text } from './outlet.js';

let outlet: Outlet;
let server: Outlet['server'];
let egress: Outlet['egress'];
let at: Outlet['at'];
let send: Outlet['send'];
let edit: Outlet['edit'];

beforeEach(async () => {
  outlet = await openOutlet();
  ({ server, egress, at, send, edit } = outlet);
});

afterEach(() => outlet.close());

describe('a lost answer', () => {
  it.each([
    ['dropped before it took effect', { kind: 'drop-before' as const }],
    ['dropped after it took effect', { kind: 'drop-after' as const }],
    ['cut in the middle', { kind: 'cut-answer' as const }],
    ['a page of a proxy', { kind: 'page' as const, code: 502 }],
  ])('%s: a send is unknown, everything else can be repeated', async (_, fault) => {
    const chat = server.privateChat(501);
    const id = idOf(await send(at(chat), 'x'));
    server.inject({ times: 4, fault });
    expect(await send(at(chat), 'y')).toMatchObject({ ok: false, kind: 'unknown' });
    expect(await edit(at(chat), id, 'z')).toMatchObject({ ok: false, kind: 'retry' });
    expect(await egress.status(at(chat), never)).toMatchObject({ ok: false, kind: 'retry' });
    expect(await egress.remove(at(chat), id, never)).toMatchObject({ ok: false, kind: 'retry' });
  });

  it('a call that is given up when nothing is answered is unknown; it is never repeated by itself', async () => {
    const chat = server.privateChat(501);
    server.inject({ fault: { kind: 'hang-after' } });
    const abort = new AbortController();
    const sent = egress.send(at(chat), text('x'), plainOptions, abort.signal);
    await chat.waitForBotMessage();
    abort.abort();
    expect(await sent).toMatchObject({ ok: false, kind: 'unknown' });
    expect(server.callsOf('sendMessage')).toHaveLength(1);
  });

  it('a call that was aborted before it began surely did not happen', async () => {
    const sent = await egress.send(at(server.privateChat(501)), text('x'), plainOptions, AbortSignal.abort());
    expect(sent).toMatchObject({ ok: false, kind: 'retry' });
    expect(server.calls).toEqual([]);
  });

  it('so did not one that found no server', async () => {
    const chat = server.privateChat(501);
    await server.goDown();
    expect(await send(at(chat), 'x')).toMatchObject({ ok: false, kind: 'retry' });
    await server.comeUp();
    expect(await send(at(chat), 'x')).toMatchObject({ ok: true });
  });

  it('its cause tells neither the token nor the text', async () => {
    const chat = server.privateChat(501);
    server.inject({ fault: { kind: 'drop-before' } });
    const sent = await send(at(chat), 'a private text');
    const cause = !sent.ok && 'cause' in sent && sent.cause instanceof Error ? sent.cause : new Error('no cause');
    const everything = `${cause.stack} ${JSON.stringify(cause)} ${String(cause.cause)}`;
    expect(everything).toMatch(/Telegram sendMessage: answer lost \(ECONNRESET\)/);
    expect(everything).not.toContain('a private text');
    expect(everything).not.toContain('test-token');
  });
});
