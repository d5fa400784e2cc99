import fc from 'fast-check';
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

  it('is the only message ever touched, whoever wrote what around it', async () => {
    const writer = fc.constantFrom('user', 'answer', 'same');
    const scene = fc.record({
      isGroup: fc.boolean(),
      before: fc.array(writer),
      between: fc.array(writer),
      didArrive: fc.boolean(),
    });
    let user = 1_000;
    const property = fc.asyncProperty(scene, async ({ isGroup, before, between, didArrive }) => {
      user += 1;
      const person = server.user(user);
      const direct = server.privateChat(person);
      const group = server.group({ botStatus: 'administrator' });
      const chat = isGroup ? group : direct;
      const known: string[] = [];
      // Other turns of the chat answer too, some with the very same words; the ledger knows their messages.
      const write = async (what: string) => {
        if (what === 'user') return void (isGroup ? group.say(person, 'the answer') : direct.say('the answer'));
        known.push(idOf(await send(at(chat), what === 'same' ? 'the answer' : `answer ${known.length}`)));
      };
      for (const what of before) await write(what);
      server.inject({ method: 'sendMessage', fault: { kind: didArrive ? 'drop-after' : 'drop-before' } });
      await send(at(chat), 'the answer');
      const orphan = didArrive ? chat.botMessages().find((message) => !known.includes(String(message.id))) : undefined;
      for (const what of between) await write(what);
      const id = idOf(await send(at(chat), 'the answer'));
      const removed = await remove(chat, id, 'the answer', [...known, id]);

      const touched = chat.history().filter((message) => message.deletedAt !== undefined || message.past.length > 0);
      expect(touched.filter((message) => message !== orphan)).toEqual([]);
      expect(removed).toBe(touched.length === 1);
      // Ten probes reach it unless more messages of people stand between.
      if (orphan !== undefined && between.filter((what) => what === 'user').length < 10) expect(removed).toBe(true);
      expect(server.refused()).toEqual([]);
    });
    await fc.assert(property, { numRuns: 40 });
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
