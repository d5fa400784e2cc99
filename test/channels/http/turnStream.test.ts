import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import type { TurnFeed } from '../../../src/core/ports/turnFeed.js';
import { createFakeClock, type FakeClock } from '../../setup/fakeClock.js';
import { type ChatGateway, type Script, startChatGateway, TOKEN } from './chatGateway.js';
import { gate } from './gate.js';
import { deltasOf, namesOf, openingOf, postChat, type Received, receive, receiveAll, textOf } from './sseClient.js';

const BEARER = { Authorization: `Bearer ${TOKEN}` };
const opened: ChatGateway[] = [];
afterEach(async () => {
  for (const gateway of opened.splice(0)) await gateway.close();
});

async function start(
  script: Script,
  more: Omit<Parameters<typeof startChatGateway>[0], 'script'> = {},
): Promise<ChatGateway> {
  const gateway = await startChatGateway({ script, ...more });
  opened.push(gateway);
  return gateway;
}

/** Moves time until a promise is settled; between the steps the store's thread answers what it was asked. */
async function settle<T>(clock: FakeClock, gateway: ChatGateway, promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const done = promise.finally(() => {
    isSettled = true;
  });
  while (!isSettled) {
    await clock.advance(50);
    await gateway.db.lanes.turnById('none');
  }
  return done;
}

describe('resuming', () => {
  const longAnswer: Script = ({ say, emit, answer }) => {
    emit({ type: 'notice', key: 'thinking', args: {} });
    for (let i = 0; i < 20; i += 1) say(`word${i} `);
    emit({ type: 'segmentEnd', drop: false });
    answer('all');
  };

  it('from any event on gives exactly what follows, by POST and by GET', async () => {
    const { url } = await start(longAnswer);
    const key = { 'Idempotency-Key': 'k' };
    const whole = await receiveAll(await postChat(url, { message: 'hi' }, key));
    expect(namesOf(whole).at(-1)).toBe('final');
    const { turn } = openingOf(whole[0]);
    for (const [index, event] of whole.entries()) {
      if (event.id === undefined || event.id === 'end') continue;
      const resume = { 'Last-Event-ID': event.id };
      const byPost = await receiveAll(await postChat(url, { message: 'hi' }, { ...key, ...resume }));
      const byGet = await receiveAll(
        await fetch(`${url}/api/turns/${turn}/events`, { headers: { ...BEARER, ...resume } }),
      );
      expect(byPost).toEqual(whole.slice(index + 1));
      expect(byGet).toEqual(whole.slice(index + 1));
    }
  });

  it('after the end gives nothing, so an EventSource stops asking', async () => {
    const { url } = await start(longAnswer);
    const key = { 'Idempotency-Key': 'k' };
    await receiveAll(await postChat(url, { message: 'hi' }, key));
    const response = await postChat(url, { message: 'hi' }, { ...key, 'Last-Event-ID': 'end' });
    expect(response.status).toBe(204);
  });

  it('with an id that is none of ours is refused', async () => {
    const { url } = await start(longAnswer);
    const response = await postChat(url, { message: 'hi' }, { 'Last-Event-ID': 'a b' });
    expect(response.status).toBe(400);
  });

  it('survives breaking off after every single event, without loss or doubles', async () => {
    const { url } = await start(longAnswer);
    const key = { 'Idempotency-Key': 'k' };
    const got: string[] = [];
    let lastId: string | undefined;
    for (let connections = 0; connections < 60 && !got.includes('final'); connections += 1) {
      const leave = new AbortController();
      const headers = lastId === undefined ? key : { ...key, 'Last-Event-ID': lastId };
      const stream = receive(await postChat(url, { message: 'hi' }, headers, leave.signal));
      for await (const event of stream) {
        if (event.name === 'turn') continue;
        got.push(event.name === 'delta' ? textOf(event.data) : event.name);
        lastId = event.id;
        break;
      }
      leave.abort();
    }
    const words = Array.from({ length: 20 }, (_, i) => `word${i} `);
    expect(got).toEqual(['notice', ...words, 'segment', 'final']);
  });

  it('works across a restart of the server, and a closing stream says to come back', async () => {
    const { open, passed } = gate();
    const gateway = await start(async ({ say, answer }) => {
      say('before ');
      await passed;
      say('after');
      answer('before after');
    });
    const key = { 'Idempotency-Key': 'k' };
    const stream = receive(await postChat(gateway.url, { message: 'hi' }, key));
    await stream.next();
    const { value } = await stream.next();
    const rest = (async () => {
      const events = [];
      for await (const event of stream) events.push(event);
      return events;
    })();
    await gateway.closeServer();
    expect((await rest).map(({ name, data }) => [name, data])).toEqual([
      [':', expect.stringContaining('Last-Event-ID')],
    ]);
    await gateway.reopenServer();
    open();
    const resume = () => postChat(gateway.url, { message: 'hi' }, { ...key, 'Last-Event-ID': value.id });
    // The client's pool may hold a connection of the old server; a real client tries again too.
    const after = await receiveAll(await resume().catch(resume));
    expect(namesOf(after)).toEqual(['delta', 'final']);
    expect(deltasOf(after)).toBe('after');
  });
});

describe('a client that goes away', () => {
  it('does not stop the turn', async () => {
    const { open, passed } = gate();
    const { url } = await start(async ({ say, answer }) => {
      say('begun');
      await passed;
      answer('done all the same');
    });
    const leave = new AbortController();
    const stream = receive(await postChat(url, { message: 'hi' }, { 'Idempotency-Key': 'k' }, leave.signal));
    await stream.next();
    leave.abort();
    open();
    const events = await receiveAll(await postChat(url, { message: 'hi' }, { 'Idempotency-Key': 'k' }));
    expect(events.at(-1)?.data).toMatchObject({ text: 'done all the same' });
  });
});

describe('without a live feed', () => {
  /** A feed that has nothing to say: expired, or its Redis is away. */
  const deaf: TurnFeed = {
    publish: () => {},
    // biome-ignore lint/correctness/useYield: it never has anything to give
    async *read(_turn, _after, signal) {
      if (!signal.aborted) await once(signal, 'abort');
    },
    close: async () => {},
  };
  /** One that breaks off at once, again and again. */
  const broken: TurnFeed = {
    publish: () => {},
    // biome-ignore lint/correctness/useYield: it fails before it has anything to give
    async *read() {
      throw new Error('ECONNREFUSED');
    },
    close: async () => {},
  };

  it.each([
    ['deaf', deaf],
    ['broken', broken],
  ])('the answer comes from the store (%s feed)', async (_, feed) => {
    const clock = createFakeClock();
    const gateway = await start(({ answer }) => answer('kept'), { feed, clock });
    const ask = async () => receiveAll(await postChat(gateway.url, { message: 'hi' }, { 'Idempotency-Key': 'k' }));
    const events = await settle(clock, gateway, ask());
    expect(namesOf(events)).toEqual(['turn', 'final']);
    expect(events[1]).toMatchObject({ id: 'end', data: { text: 'kept', content: 'kept', toolsUsed: [] } });
    const before = clock.now();
    expect(await settle(clock, gateway, ask())).toEqual(events);
    expect(clock.now() - before).toBeLessThan(1_000);
  });

  it.each<[Script, string, unknown]>([
    [
      ({ emit }) => emit({ type: 'failed', error: { code: 'x', sentence: 'No.' } }),
      'error',
      { code: 'x', message: 'No.' },
    ],
    [({ emit }) => emit({ type: 'stopped', text: 'so far' }), 'stopped', { text: 'so far' }],
  ])('so do errors and stops', async (script, name, data) => {
    const clock = createFakeClock();
    const gateway = await start(script, { feed: deaf, clock });
    const events = await settle(clock, gateway, receiveAll(await postChat(gateway.url, { message: 'hi' })));
    expect(events.at(-1)).toEqual({ id: 'end', name, data });
  });
});

describe('a silent turn', () => {
  it('is kept open by a comment every 15 seconds', async () => {
    const clock = createFakeClock();
    const { open, passed } = gate();
    const gateway = await start(
      async ({ answer }) => {
        await passed;
        answer('at last');
      },
      { clock },
    );
    const stream = receive(await postChat(gateway.url, { message: 'hi' }));
    expect((await stream.next()).value?.name).toBe('turn');
    for (let comment = 0; comment < 3; comment += 1) {
      const before = clock.now();
      let received: Received | undefined;
      const next = stream.next().then(({ value }) => {
        received = value ?? undefined;
      });
      while (received === undefined) {
        await clock.advance(1_000);
        await gateway.db.lanes.turnById('none');
      }
      await next;
      expect(received).toEqual({ id: undefined, name: ':', data: 'keep-alive' });
      expect(clock.now() - before).toBeGreaterThanOrEqual(13_000);
      expect(clock.now() - before).toBeLessThan(25_000);
    }
    open();
    expect((await stream.next()).value?.name).toBe('final');
  });
});

describe('a message that another turn takes in', () => {
  it('is answered by that turn', async () => {
    const clock = createFakeClock();
    const { open, passed } = gate();
    const gateway = await start(
      async ({ text, answer }) => {
        if (text === 'first') await passed;
        answer(`answer to ${text}`);
      },
      { clock, mode: 'collect' },
    );
    const ask = async (message: string) => receive(await postChat(gateway.url, { message, conversation: 'c' }));
    const streams = [await ask('first'), await ask('second'), await ask('third')];
    const openings = [];
    for (const stream of streams) openings.push(openingOf((await stream.next()).value ?? undefined));
    open();
    const rest = async (index: number) => {
      const events: Received[] = [];
      for await (const event of streams[index] ?? []) events.push(event);
      return events;
    };
    const third = await settle(clock, gateway, rest(2));
    expect(third.map(({ name }) => name)).toEqual(['turn', 'final']);
    expect(openingOf(third[0])).toEqual(openings[1]);
    expect(textOf(third[1]?.data)).toBe('answer to second');
    expect(third[1]?.data).toEqual((await rest(1)).at(-1)?.data);
    await rest(0);
  });
});
