import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ChatGateway, type Script, startChatGateway, TOKEN } from './chatGateway.js';
import { openingOf, postChat, receive, receiveAll } from './sseClient.js';

const BEARER = { Authorization: `Bearer ${TOKEN}` };
const turnSchema = z.looseObject({ conversation: z.string(), state: z.string() });
const listSchema = z.object({ turns: z.array(turnSchema) });

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

const echo: Script = ({ text, say, answer }) => {
  say('you said ');
  say(text);
  answer(`you said ${text}`);
};

describe('/api/turns', () => {
  it('lists turns, newest first, for holders of the token only', async () => {
    const { url } = await start(echo);
    for (const conversation of ['a', 'b', 'a']) await receiveAll(await postChat(url, { message: 'hi', conversation }));
    expect((await fetch(`${url}/api/turns`)).status).toBe(401);
    const list = async (query: string) => {
      const response = await fetch(`${url}/api/turns${query}`, { headers: BEARER });
      return listSchema.parse(await response.json()).turns;
    };
    const all = await list('');
    expect(all.map(({ conversation }) => conversation)).toEqual(['a', 'b', 'a']);
    expect(all[0]).toMatchObject({ platform: 'http', kind: 'main', attempt: 1 });
    expect(all.every((turn) => !('outcome' in turn))).toBe(true);
    expect(await list('?limit=1')).toHaveLength(1);
    expect(await list('?conversation=a')).toHaveLength(2);
    expect(await list('?conversation=zzz')).toEqual([]);
    for (const query of ['?limit=0', '?limit=x', '?limit=201', '?limit=1.5', '?conversation=']) {
      const response = await fetch(`${url}/api/turns${query}`, { headers: BEARER });
      expect([query, response.status]).toEqual([query, 400]);
    }
  });

  it('shows one turn with its outcome', async () => {
    const { url } = await start(echo);
    const events = await receiveAll(await postChat(url, { message: 'hi', conversation: 'c/ö:1' }));
    const { turn } = openingOf(events[0]);
    await receiveAll(await fetch(`${url}/api/turns/${turn}/events`, { headers: BEARER }));
    const show = async () =>
      turnSchema.parse(await (await fetch(`${url}/api/turns/${turn}`, { headers: BEARER })).json());
    let shown = await show();
    while (shown.state === 'running') shown = await show();
    expect(shown).toMatchObject({
      turn,
      conversation: 'c/ö:1',
      state: 'done',
      outcome: { text: 'you said hi', content: 'you said hi', toolsUsed: [] },
    });
    for (const id of ['nope', '%ff', '%2e%2e%2f', encodeURIComponent("' OR 1=1 --"), 'x'.repeat(5_000)]) {
      expect((await fetch(`${url}/api/turns/${id}`, { headers: BEARER })).status).toBe(404);
    }
    expect((await fetch(`${url}/api/turns/${turn}`)).status).toBe(401);
    expect((await fetch(`${url}/api/turns/${turn}/events`)).status).toBe(401);
  });

  it('shows what a turn did to holders of the token', async () => {
    const { url, db } = await start(echo);
    const events = await receiveAll(await postChat(url, { message: 'hi' }));
    const { turn } = openingOf(events[0]);
    const trace = async (id: string, headers = BEARER) => fetch(`${url}/api/turns/${id}/trace`, { headers });
    expect(await (await trace(turn)).json()).toEqual({ turn, attempts: [] });
    const attempt = {
      turn,
      attempt: 1,
      startedAt: 1,
      endedAt: 5,
      events: [{ ms: 3, stage: 'llm.enter', fields: { model: 'm' } }],
      dropped: 0,
    };
    await db.traces.write(attempt);
    expect(await (await trace(turn)).json()).toEqual({ turn, attempts: [attempt] });
    expect((await trace('nope')).status).toBe(404);
    expect((await fetch(`${url}/api/turns/${turn}/trace`)).status).toBe(401);
  });

  it('stops a running turn; unknown ones are 404, ended ones 409', async () => {
    const { url } = await start(async ({ say, signal }) => {
      say('so far');
      if (!signal.aborted) await once(signal, 'abort');
    });
    const stream = receive(await postChat(url, { message: 'hi' }));
    const { turn } = openingOf((await stream.next()).value ?? undefined);
    await stream.next();
    const stop = (id: string, headers: Record<string, string> = BEARER) =>
      fetch(`${url}/api/turns/${id}`, { method: 'DELETE', headers });
    expect((await stop(turn, {})).status).toBe(401);
    expect((await stop('nope')).status).toBe(404);
    const answer = await stop(turn);
    expect(answer.status).toBe(202);
    expect(await answer.json()).toEqual({ turn, stopping: true });
    expect((await stream.next()).value).toEqual({ id: 'end', name: 'stopped', data: { text: 'so far' } });
    let again = await stop(turn);
    while (again.status === 202) again = await stop(turn);
    expect(again.status).toBe(409);
  });
});
