import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SendOptions, Sent } from '../../../../src/core/ports/egress.js';
import { idOf, never, type Outlet, openOutlet, text } from './outlet.js';

let outlet: Outlet;
let server: Outlet['server'];
let egress: Outlet['egress'];
let log: Outlet['log'];
let at: Outlet['at'];
let send: Outlet['send'];

beforeEach(async () => {
  outlet = await openOutlet();
  ({ server, egress, log, at, send } = outlet);
});

afterEach(() => outlet.close());

describe('a message that was sent twice', () => {
  const call = (_kind: unknown, run: (signal: AbortSignal) => Promise<Sent>) => run(never);

  /** Sends with a lost answer, then again, as the reply engine does. */
  async function sendTwice(
    chat: { id: number },
    words: string,
    between: () => void,
    options: Partial<SendOptions> = {},
  ) {
    server.inject({ method: 'sendMessage', fault: { kind: 'drop-after' } });
    expect(await send(at(chat), words, options)).toMatchObject({ kind: 'unknown' });
    between();
    return idOf(await send(at(chat), words, options));
  }

  const remove = (chat: { id: number }, id: string, words: string, known: readonly string[] = []) =>
    egress.removeOrphan?.(
      at(chat),
      { id, rendered: text(words) },
      async (ids) => ids.filter((one) => known.includes(one)),
      call,
    );

  it('is found by its content and removed; the one that stays is the one that is known', async () => {
    const chat = server.privateChat(501);
    const id = await sendTwice(chat, 'the answer', () => chat.say('and?'));
    expect(await remove(chat, id, 'the answer')).toBe(true);
    expect(chat.botMessages().map((message) => String(message.id))).toEqual([id]);
    expect(chat.messages().map((message) => message.text)).toEqual(['and?', 'the answer']);
  });

  it('is found with its button too', async () => {
    const chat = server.privateChat(501);
    const id = await sendTwice(chat, 'busy', () => {}, { stopButton: 'turn-1' });
    expect(await remove(chat, id, 'busy')).toBe(true);
    expect(chat.botMessages().map((message) => String(message.id))).toEqual([id]);
  });

  it('is looked for among what the ledger does not know only: nothing known is ever edited', async () => {
    const chat = server.privateChat(501);
    const known = [idOf(await send(at(chat), 'the answer')), idOf(await send(at(chat), 'another'))];
    const id = await sendTwice(chat, 'the answer', () => {});
    server.forget();
    expect(await remove(chat, id, 'the answer', known)).toBe(true);
    const touched = server.callsOf(['editMessageText', 'deleteMessage']).map((made) => String(made.params.message_id));
    expect(touched.filter((one) => known.includes(one))).toEqual([]);
    expect(chat.botMessages().map((message) => message.text)).toEqual(['the answer', 'another', 'the answer']);
  });

  it('leaves everything alone when the first send had not arrived', async () => {
    const chat = server.privateChat(501);
    const neighbours = Array.from({ length: 15 }, (_, index) => chat.say(`the answer ${index}`));
    const id = idOf(await send(at(chat), 'the answer'));
    server.forget();
    expect(await remove(chat, id, 'the answer')).toBe(false);
    expect(server.callsOf('editMessageText')).toHaveLength(10);
    expect(server.callsOf('deleteMessage')).toEqual([]);
    expect(neighbours.filter((message) => message.deletedAt !== undefined || message.past.length > 0)).toEqual([]);
  });

  it('is found past ids that other private chats have taken', async () => {
    const [chat, other] = [server.privateChat(501), server.privateChat(502)];
    const id = await sendTwice(chat, 'the answer', () => {
      for (let index = 0; index < 8; index += 1) other.say('meanwhile');
    });
    expect(await remove(chat, id, 'the answer')).toBe(true);
    expect(other.messages()).toHaveLength(8);
  });

  it('is given up at once when a probe shows that another program writes with this token', async () => {
    const chat = server.privateChat(501);
    const url = `${server.url}/bot${server.bot.token}/sendMessage?chat_id=501&text=`;
    const id = await sendTwice(chat, 'the answer', () => {});
    await fetch(`${url}first`);
    await fetch(`${url}second`);
    const last = idOf(await send(at(chat), 'the answer'));
    expect(await remove(chat, last, 'the answer', [id])).toBe(false);
    expect(server.callsOf('deleteMessage')).toEqual([]);
    expect(log.said('error', /given up/)).toBe(true);
  });
});
