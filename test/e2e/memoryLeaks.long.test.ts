import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { InboundMessage } from '../../src/core/message.js';
import type { HistoryEntry } from '../../src/core/ports/transcripts.js';
import { userText } from '../../src/runtime/prompt/userText.js';
import { reachOf } from '../../src/runtime/walls/reachOf.js';
import { makeJob, openTurnBench } from '../runtime/turnFixture.js';
import { doJobs } from '../runtime/writeBack/jobs.js';
import { createRecordingLog } from '../setup/recordingLog.js';
import { createSeededRandom, type SeededRandom } from '../setup/seededRandom.js';
import {
  makeSociety,
  makeToken,
  maySee,
  type Person,
  type Place,
  type Secret,
  TOKEN,
  TOPICS,
} from './leaks/society.js';
import { openStage } from './stage.js';

const TURNS = 5_000;
const SEED = Number(process.env.WAGGLE_PROPERTY_SEED ?? 20_261_201);
/** So many lanes talk at the same time. */
const AT_ONCE = 24;
const HISTORY = 6;

type Call = { readonly name: string; readonly arguments: Record<string, unknown> };

interface Act {
  readonly said: string;
  readonly calls: readonly Call[];
}

const bodySchema = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) });

/** A model in this process: a turn's first round makes its calls, what follows ends it with words of no matter. */
function createModel() {
  const acts = new Map<string, readonly Call[]>();
  const bodies = new Map<string, string[]>();
  const reply = (delta: unknown) =>
    new Response(
      `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null }] })}\n\ndata: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
      {
        headers: { 'content-type': 'text/event-stream' },
      },
    );
  const answer: typeof fetch = async (_input, init) => {
    const body = String(init?.body);
    const { messages } = bodySchema.parse(JSON.parse(body));
    const mark = /#(\d+)#/.exec(JSON.stringify(messages.filter(({ role }) => role === 'user').at(-1)))?.[1] ?? '';
    bodies.get(mark)?.push(body);
    const calls = messages.at(-1)?.role === 'tool' ? [] : (acts.get(mark) ?? []);
    if (calls.length === 0) return reply({ content: 'All right.' });
    return reply({
      tool_calls: calls.map((call, index) => ({
        index,
        id: `c${index}`,
        type: 'function',
        function: { name: call.name, arguments: JSON.stringify(call.arguments) },
      })),
    });
  };
  return {
    fetch: answer,
    begin: (mark: string, calls: readonly Call[]) => {
      acts.set(mark, calls);
      bodies.set(mark, []);
    },
    end: (mark: string): readonly string[] => {
      const seen = bodies.get(mark) ?? [];
      acts.delete(mark);
      bodies.delete(mark);
      return seen;
    },
  };
}

/** What somebody does in a turn. Nothing but `token` is new; questions ask by topic, and by guessed references and names. */
function chooseAct(random: SeededRandom, topic: string, token: string, people: readonly Person[]): Act {
  const other = people[random.between(0, people.length - 1)];
  const ref = () => `${random.pick(['p', 'w'])}${random.between(1, 60)}`;
  const tricks = {
    scope: random.pick(['shared', 'all', 'private']),
    person: other?.key,
    author: other?.key,
    chat: other?.dm.lane,
    mind: other?.key,
  };
  const ask = (name: string, args: Record<string, unknown>): Act => ({
    said: `what about the ${topic}?`,
    calls: [{ name, arguments: args }],
  });
  const fact = `the ${topic} is about ${token}`;
  return random.pick<() => Act>([
    () => ({ said: `I always say that ${fact}.`, calls: [] }),
    () => ({ said: `We decided that ${fact}.`, calls: [] }),
    () => ({
      said: `${fact}.`,
      calls: [
        {
          name: 'save_memory',
          arguments: {
            content: `${fact}.`,
            target: random.pick(['workspace', 'personal']),
            importance: random.pick(['normal', 'important', 'critical']),
            ...tricks,
          },
        },
      ],
    }),
    () => ({ said: `${fact}.`, calls: [{ name: 'save_memory', arguments: { content: `${fact}.`, replaces: ref() } }] }),
    () => ({
      said: `note ${token}`,
      calls: [{ name: 'add_task', arguments: { content: `task of ${token}`, priority: random.between(0, 10) } }],
    }),
    () => ({ said: `keep ${token}`, calls: [{ name: 'session_note', arguments: { content: fact } }] }),
    () => ({
      said: `Project ${token} is led by Maria Gruber.`,
      calls: [
        {
          name: 'save_memory',
          arguments: { content: `Project Z${token.slice(1)} is led by Maria Gruber, on ${token}.` },
        },
      ],
    }),
    () => ask('search_memory', { query: topic, limit: 20, ...tricks, scope: 'all' }),
    () => ask('search_memory', { query: '', limit: 20 }),
    () => ask('search_all_workspaces', { query: topic }),
    () => ask('memory_recall', { refs: Array.from({ length: 20 }, ref) }),
    () => ask('memory_forget', { refs: [ref()] }),
    () => ({
      said: `${fact}.`,
      calls: [
        {
          name: 'save_memory',
          arguments: {
            key: topic,
            content: fact,
            ...tricks,
            target: random.pick(['workspace', 'personal']),
            scope: random.pick(['user', 'preference', 'project', 'shared', '']),
          },
        },
      ],
    }),
    () => ask('memory_recall', { keys: [...TOPICS] }),
    () => ask('memory_forget', { keys: [topic] }),
    () => ask('get_awareness', {}),
    () => ask('query_knowledge', { query: random.pick(['*', 'Maria Gruber', 'Project']) }),
    () => ask('session_search', { query: random.pick([topic, '', 'about']), limit: 10 }),
    () => ask('session_note', { action: 'list' }),
    () => ({ said: `catch me up on the ${topic}`, calls: [] }),
    () => ({ said: `what do you know about the ${topic}, and about me?`, calls: [] }),
  ])();
}

describe('memory of twenty people in direct chats and five groups', () => {
  it(`shows nothing of one place in another in ${TURNS} turns`, { timeout: 600_000 }, async () => {
    const random = createSeededRandom(SEED);
    const people = makeSociety(random);
    const model = createModel();
    const bench = await openTurnBench({ baseUrl: 'http://127.0.0.1:1', fetch: () => model.fetch });
    const raw = new BetterSqlite3(join(bench.dataDir, 'gateway.db'), { timeout: 10_000 });
    raw.pragma('synchronous = OFF');
    const addLine = raw.prepare(
      'INSERT INTO transcript (lane, turn, sender, role, content, at) VALUES (?, ?, ?, ?, ?, ?)',
    );
    const log = createRecordingLog();
    const secrets = new Map<string, Secret>();
    const histories = new Map<string, HistoryEntry[]>();
    const busy = new Map<string, Promise<void>>();
    const leaks: string[] = [];
    const seen = { own: 0, ofGroup: 0, shared: 0, tools: 0, prior: 0 };

    const inspect = (text: string, person: Person, here: Place, where: string) => {
      for (const token of new Set(text.match(TOKEN) ?? [])) {
        const secret = secrets.get(token);
        if (secret === undefined) continue;
        if (!maySee(secret, person, here))
          leaks.push(`${token} of ${secret.place} in ${where} of ${here.name}: ${secret.said}`);
        else if (secret.place !== here.name) seen.shared += 1;
        else if (here.address.kind === 'dm') seen.own += 1;
        else seen.ofGroup += 1;
      }
    };

    const takeTurn = async (n: number, person: Person, here: Place, act: Act, isFresh: boolean) => {
      if (isFresh) {
        await bench.db.transcripts.startAfresh({ lane: here.lane, now: n });
        histories.delete(here.lane);
      }
      const mark = String(n);
      model.begin(mark, act.calls);
      const { address, lane } = here;
      const sender = { user: person.user, name: person.user, isBot: false, verifiedBy: 'platform' as const };
      const message: InboundMessage = {
        identity: `m${n}`,
        aliases: [],
        address,
        lane,
        sender,
        addressed: true,
        parts: [{ type: 'text', text: `${act.said} #${mark}#` }],
        sentAt: 0,
      };
      const history = histories.get(lane) ?? [];
      const principal = { person: person.key, role: 'member' as const, sender };
      const job = makeJob({
        turn: `turn-${n}`,
        lane,
        address,
        principal,
        messages: [message],
        history: history.slice(-HISTORY),
      });
      const run = bench.start(job, { deps: { log } });
      const result = await run.result;
      expect(result.end).toBe('done');
      for (const body of model.end(mark)) {
        inspect(body, person, here, 'a prompt');
        if (body.includes('# Before This Conversation')) seen.prior += 1;
      }
      for (const step of run.journal) {
        if (step.type === 'toolEnd') {
          seen.tools += 1;
          inspect(step.result, person, here, `a result of ${step.name}`);
        }
      }
      inspect(result.shown ?? result.text, person, here, 'an answer');
      await doJobs(bench, job, result, { deps: { log } });
      const line = (role: 'user' | 'assistant', content: string): HistoryEntry => ({
        no: 2 * n + (role === 'user' ? 0 : 1),
        turn: job.turn,
        role,
        content,
        shown: null,
        at: n,
      });
      for (const entry of [line('user', userText(message)), line('assistant', result.text)]) {
        addLine.run(lane, entry.turn, person.key, entry.role, entry.content, entry.at);
        histories.set(lane, [...(histories.get(lane) ?? []), entry].slice(-HISTORY));
      }
    };

    /** The person's own word: what they told in private may be known wherever they write. */
    const share = async (person: Person) => {
      const { personal } = reachOf({ person: person.key }, person.dm.address);
      const [frame] = await bench.minds.list(personal, { order: 'newest', limit: 1 });
      if (frame === undefined) return;
      for (const token of frame.content.match(TOKEN) ?? []) {
        const secret = secrets.get(token);
        if (secret !== undefined) secret.isShared = true;
      }
      await bench.minds.setScope(personal, [frame.id], 'shared');
    };

    try {
      const running = new Set<Promise<void>>();
      for (let n = 0; n < TURNS; n += 1) {
        const person = people[random.between(0, people.length - 1)];
        const here = person?.places[random.between(0, person.places.length - 1)];
        if (person === undefined || here === undefined) throw new Error('nobody is there');
        const token = makeToken(random, n);
        const act = chooseAct(random, random.pick([...TOPICS]), token, people);
        const goesToPerson = ({ arguments: { target, replaces } }: Call) =>
          target === 'personal' || String(replaces).startsWith('p');
        const isPersonal = here.address.kind === 'dm' || act.calls.some(goesToPerson);
        const said = JSON.stringify(act);
        secrets.set(token, { token, place: here.name, person: person.key, said, isPersonal, isShared: false });
        const shares = random.chance(0.02);
        const isFresh = random.chance(0.1);
        // One lane runs one turn at a time, in order.
        const turn = (busy.get(here.lane) ?? Promise.resolve()).then(async () => {
          await takeTurn(n, person, here, act, isFresh);
          if (shares) await share(person);
        });
        busy.set(here.lane, turn);
        running.add(turn);
        turn.finally(() => running.delete(turn)).catch(() => {});
        if (running.size >= AT_ONCE) await Promise.race(running);
        if (n % 25 === 0) await bench.clock.advance(600_000);
      }
      await Promise.all(running);

      // What an export of each person, and of each group, would hold.
      for (const person of people) {
        for (const here of person.places) {
          const { personal, workspace } = reachOf({ person: person.key }, here.address);
          for (const view of workspace === null ? [personal] : [personal, workspace]) {
            const frames = await bench.minds.list(view, {
              order: 'newest',
              limit: 10_000,
              importance: ['critical', 'important', 'normal', 'temporary', 'deprecated'],
            });
            for (const { content } of frames) inspect(content, person, here, 'an export');
          }
        }
      }
      const logged = log.lines.filter((line) => TOKEN.test(JSON.stringify(line)));
      expect(logged.slice(0, 3)).toEqual([]);
      expect(leaks.slice(0, 10)).toEqual([]);
      expect(leaks).toHaveLength(0);
      // The walls are no tautology: people do get back what is theirs.
      expect(seen.own).toBeGreaterThan(TURNS / 4);
      expect(seen.ofGroup).toBeGreaterThan(TURNS / 4);
      expect(seen.shared).toBeGreaterThan(10);
      expect(seen.tools).toBeGreaterThan(TURNS / 2);
      expect(seen.prior).toBeGreaterThan(TURNS / 10);
    } finally {
      raw.close();
      await bench.close();
    }
  });
});

describe('the same over the wire', () => {
  it('six people and two groups on Telegram, 240 messages', { timeout: 280_000 }, async () => {
    const random = createSeededRandom(SEED + 1);
    const stage = await openStage({ settings: { WAGGLE_TELEGRAM_RATE: 'off' } });
    const places = new Map<string, string>();
    const calls = new Map<string, readonly Call[]>();
    const owners = new Map<string, string>();
    try {
      const gateway = await stage.start('ingress');
      stage.model.script(({ lastUser, toolResults }) => {
        const mark = /#(\d+)#/.exec(lastUser)?.[1] ?? '';
        const wanted = toolResults.size > 0 ? [] : (calls.get(mark) ?? []);
        return wanted.length === 0
          ? { text: `Done ${mark}.` }
          : { toolCalls: wanted.map((call) => ({ name: call.name, arguments: call.arguments })) };
      });
      const people = Array.from({ length: 6 }, (_, i) => stage.telegram.user(i + 1, { name: `Person ${i + 1}` }));
      const chats = people.map((user) => stage.telegram.privateChat(user));
      const groups = ['Club', 'Board'].map((title) => stage.telegram.group({ title }));
      const nobody = makeSociety(random);
      for (let round = 0; round < 40; round += 1) {
        const asked: Promise<unknown>[] = [];
        for (const [i, user] of people.entries()) {
          const n = round * people.length + i;
          const token = makeToken(random, n);
          const act = chooseAct(random, random.pick([...TOPICS]), token, nobody);
          const group = random.chance(0.5) ? groups[random.between(0, 1)] : undefined;
          const chat = group ?? chats[i];
          if (chat === undefined) throw new Error('no chat');
          const isOwn =
            group === undefined ||
            act.calls.some(
              ({ arguments: { target, replaces } }) => target === 'personal' || String(replaces).startsWith('p'),
            );
          // What is kept for the speaker alone may come back in their direct chat; elsewhere only in the chat itself.
          owners.set(token, isOwn ? `${chat.id} ${chats[i]?.id}` : String(chat.id));
          places.set(String(n), String(chat.id));
          calls.set(String(n), act.calls);
          const text = `${act.said} #${n}#`;
          if (group === undefined) chats[i]?.say(text);
          else group.say(user, `@${stage.telegram.bot.username} ${text}`);
          asked.push(chat.waitForBotMessage((message) => message.text.startsWith(`Done ${n}.`), { timeoutMs: 60_000 }));
        }
        await Promise.all(asked);
      }
      expect(stage.model.requests.length).toBeGreaterThan(240);
      const leaks = stage.model.requests.flatMap(({ lastUser, body }) => {
        const here = places.get(/#(\d+)#/.exec(lastUser)?.[1] ?? '') ?? '';
        return [...new Set(JSON.stringify(body).match(TOKEN) ?? [])]
          .filter((token) => owners.get(token)?.split(' ').includes(here) === false)
          .map((token) => `${token} of ${owners.get(token)} in ${here}`);
      });
      expect(leaks).toEqual([]);
      expect(gateway.log()).not.toMatch(TOKEN);
    } finally {
      await stage.close();
    }
  });
});
