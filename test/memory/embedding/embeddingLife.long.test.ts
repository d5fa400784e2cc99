import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../../src/core/clock.js';
import { type Log, silentLog } from '../../../src/core/log.js';
import type { MindId, MindView } from '../../../src/core/memory/reach.js';
import type { Minds } from '../../../src/core/ports/minds.js';
import { openEmbedder } from '../../../src/memory/embedding/openEmbedder.js';
import { createMinds } from '../../../src/memory/minds.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import { createFakeClock } from '../../setup/fakeClock.js';
import { createRecordingLog } from '../../setup/recordingLog.js';
import { until } from '../../setup/until.js';

const ann: MindId = { kind: 'person', person: 'telegram:1:7' };
const view: MindView = { mind: ann, scopes: ['private'] };

let server: ModelServer;
let dataDir: string;
const opened: Minds[] = [];

beforeEach(async () => {
  server = await startModelServer();
  dataDir = mkdtempSync(join(tmpdir(), 'waggle-embed-'));
});
afterEach(async () => {
  for (const minds of opened.splice(0)) await minds.close();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** @param model null: the hashed embedder */
function open(model: string | null, clock: Clock = systemClock, queryWaitMs = 5000, log: Log = silentLog): Minds {
  const embedder = openEmbedder({ model: model ?? undefined, endpoint: { baseUrl: server.url }, clock });
  const minds = createMinds({ dataDir, clock, log, embedder, queryWaitMs });
  opened.push(minds);
  return minds;
}

const save = (minds: Minds, content: string) =>
  minds.save(ann, {
    content,
    importance: 'normal',
    source: 'user_stated',
    trust: 2,
    author: 'ann',
    scope: 'private',
    now: Date.now(),
  });
const find = async (minds: Minds, text: string) =>
  (await minds.search([view], { text, limit: 3, now: Date.now() })).map(({ content }) => content);
const waiting = async (minds: Minds) => (await minds.stats(view)).unembedded;
const allEmbedded = (minds: Minds) => until(async () => (await waiting(minds)) === 0);

const FACTS = [
  'Her puppy is called Rex',
  'The landlord wants 900 euros of rent',
  'Lives in Lyon since March',
  'Works as a nurse',
];
const QUESTION = 'What is the name of the hound?';

describe('memory with an embeddings endpoint', () => {
  it('is searched by meaning once the vectors are there, and by words before', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.embeddings.script((request) => (request.texts[0] === QUESTION ? undefined : { kind: 'hang', until: gate }));
    const minds = open('embed-1');
    for (const fact of FACTS) await save(minds, fact);
    expect((await find(minds, 'rent of the landlord'))[0]).toContain('900');
    expect(await waiting(minds)).toBe(FACTS.length);
    release();
    await allEmbedded(minds);
    expect((await find(minds, QUESTION))[0]).toBe(FACTS[0]);
    expect(await find(minds, QUESTION)).toEqual(await find(minds, QUESTION));
    expect(server.embeddings.requests.filter(({ texts }) => texts[0] === QUESTION)).toHaveLength(1);
  });

  it('does not wait longer for the vector of a question than it may, and not again while the endpoint is slow', async () => {
    const clock = createFakeClock();
    server.embeddings.script(() => ({ kind: 'hang' }));
    const minds = open('embed-1', clock, 300);
    await save(minds, 'The landlord wants 900 euros of rent');
    const first = find(minds, 'rent?');
    await server.waitFor(() => server.embeddings.requests.some(({ texts }) => texts[0] === 'rent?'));
    await clock.advance(300);
    expect(await first).toHaveLength(1);
    expect(await find(minds, 'landlord?')).toHaveLength(1);
    expect(server.embeddings.requests.some(({ texts }) => texts[0] === 'landlord?')).toBe(false);
  });

  it('tries again, later and later, and as the endpoint says', async () => {
    const clock = createFakeClock();
    server.embeddings.script([
      { kind: 'status', status: 503 },
      { kind: 'status', status: 429, retryAfter: 60 },
    ]);
    const log = createRecordingLog();
    const minds = open('embed-1', clock, 300, log);
    await save(minds, FACTS[0] ?? '');
    /** The failure is noted and the timer of the next try runs. */
    const isPostponed = (failures: number) =>
      until(
        () =>
          log.lines.filter(({ message }) => message.includes('memories wait')).length === failures &&
          clock.pending() > 0,
      );
    await isPostponed(1);
    await clock.advance(4900);
    expect(server.embeddings.requests).toHaveLength(1);
    await clock.advance(100);
    await isPostponed(2);
    await clock.advance(59_900);
    expect(server.embeddings.requests).toHaveLength(2);
    await clock.advance(100);
    await allEmbedded(minds);
    expect(server.embeddings.requests).toHaveLength(3);
  });

  it('leaves only the text that the endpoint refuses without a vector', async () => {
    const clock = createFakeClock();
    server.embeddings.script(() => ({ kind: 'too-long', maxChars: 2000 }));
    const minds = open('embed-1', clock);
    for (const fact of FACTS) await save(minds, fact);
    await save(minds, `The story of the puppy: ${'woof '.repeat(1000)}`);
    await allEmbedded(minds);
    server.embeddings.script((request) =>
      request.texts.some((text) => text.includes('xyzzy')) ? { kind: 'status', status: 400 } : undefined,
    );
    await save(minds, 'xyzzy');
    await save(minds, 'Her cat is called Tom');
    await until(async () => (await waiting(minds)) === 1);
    expect((await find(minds, 'name of the kitten'))[0]).toBe('Her cat is called Tom');
    expect((await find(minds, 'xyzzy'))[0]).toBe('xyzzy');
  });

  it('embeds everything anew when the model or its dimension changes, and what was left undone', async () => {
    const first = open('embed-1');
    for (const fact of FACTS) await save(first, fact);
    await allEmbedded(first);
    await first.close();
    const other = open('embed-2');
    await find(other, 'rent');
    await until(
      () =>
        server.embeddings.requests.filter(({ model }) => model === 'embed-2').flatMap(({ texts }) => texts).length >=
        FACTS.length,
    );
    await until(async () => (await find(other, QUESTION))[0] === FACTS[0]);
    await other.close();
    server.embeddings.dims(64);
    const shorter = open('embed-2');
    await until(async () => (await find(shorter, QUESTION))[0] === FACTS[0]);
    await shorter.close();
    const none = open(null);
    await until(async () => (await find(none, 'nurses'))[0] === 'Works as a nurse');
  });

  it('keeps each vector in its own length, with its model, apart from those of other models (defect 9)', async () => {
    server.embeddings.dims(48);
    const endpoint = open('embed-1');
    for (const fact of FACTS) await save(endpoint, fact);
    await allEmbedded(endpoint);
    await endpoint.close();
    const stored = () => {
      const [file = ''] = readdirSync(join(dataDir, 'minds'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.db'),
      );
      const db = new Database(join(dataDir, 'minds', file), { readonly: true });
      try {
        return db
          .prepare(
            `SELECT DISTINCT m.name, m.dims, length(v.codes) AS bytes FROM frame_vector v JOIN embed_model m ON m.id = v.model_id`,
          )
          .all();
      } finally {
        db.close();
      }
    };
    expect(stored()).toEqual([{ name: 'embed-1', dims: 48, bytes: 48 }]);
    const hashed = open(null);
    await until(async () => (await find(hashed, 'nurses'))[0] === 'Works as a nurse');
    await allEmbedded(hashed);
    await hashed.close();
    const [row, ...others] = stored();
    expect(others).toEqual([]);
    expect(row).not.toMatchObject({ name: 'embed-1' });
  });

  it('gives what waited at a crash its vector after the restart', async () => {
    server.embeddings.script(() => ({ kind: 'status', status: 500 }));
    const first = open('embed-1');
    for (const fact of FACTS) await save(first, fact);
    await first.close();
    server.embeddings.script([]);
    const clock = createFakeClock(Date.now() + 3_600_000);
    const second = open('embed-1', clock);
    await find(second, 'rent');
    await allEmbedded(second);
    expect((await find(second, QUESTION))[0]).toBe(FACTS[0]);
  });
});

describe('memory without one', () => {
  it('finds other forms of words at once', async () => {
    const minds = open(null);
    for (const fact of FACTS) await save(minds, fact);
    await allEmbedded(minds);
    expect((await find(minds, 'puppies'))[0]).toBe(FACTS[0]);
    expect(server.embeddings.requests).toEqual([]);
  });
});
