import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.js';
import { EmbeddingFailure } from '../../../src/core/ports/embedder.js';
import { createRemoteEmbedder } from '../../../src/memory/embedding/remoteEmbedder.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import { createFakeClock } from '../../setup/fakeClock.js';

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

const open = (model = 'embed-1', clock = systemClock) =>
  createRemoteEmbedder({ baseUrl: `${server.url}/v1/`, apiKey: 'sk-secret-key', model, fetch, clock, timeoutMs: 5000 });
const never = new AbortController().signal;
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

describe('embeddings of an endpoint', () => {
  it('are unit vectors in the order of the texts, near where the texts mean the same', async () => {
    const [dog, puppy, rent] = await open().embed(
      ['Ann has a dog', 'What is the name of her puppy?', 'The rent is due'],
      'document',
      never,
    );
    if (dog === undefined || puppy === undefined || rent === undefined) throw new Error('too few');
    expect(cosine(dog, dog)).toBeCloseTo(1, 4);
    expect(cosine(dog, puppy)).toBeGreaterThan(cosine(dog, rent) + 0.2);
    expect(server.embeddings.requests[0]).toMatchObject({ model: 'embed-1', authorization: 'Bearer sk-secret-key' });
    expect(server.refused()).toEqual([]);
  });

  it('are asked for in requests that an endpoint takes', async () => {
    const texts = Array.from({ length: 150 }, (_, i) => `text ${i} ${'long '.repeat(i < 20 ? 1500 : 1)}`);
    const vectors = await open().embed(texts, 'document', never);
    expect(vectors).toHaveLength(150);
    for (const { texts: sent } of server.embeddings.requests) {
      expect(sent.length).toBeLessThanOrEqual(64);
      expect(sent.join('').length).toBeLessThanOrEqual(100_000);
    }
    expect(server.embeddings.requests.flatMap(({ texts: sent }) => sent)).toEqual(texts);
  });

  it('come in any order, or as base64', async () => {
    const texts = ['one dog', 'two cats', 'three birds'];
    const plain = await open().embed(texts, 'document', never);
    server.embeddings.script([{ kind: 'shuffled' }, { kind: 'base64' }]);
    for (const _ of [1, 2]) {
      const again = await open().embed(texts, 'document', never);
      for (const [i, vector] of again.entries()) expect(cosine(vector, plain[i] ?? vector)).toBeCloseTo(1, 4);
    }
  });

  it('send half a surrogate pair as a replacement character, and what the text is for where the model wants to know', async () => {
    await open().embed(['half \ud83d pair'], 'document', never);
    await open('intfloat/e5-small').embed(['tea?'], 'query', never);
    await open('nomic-embed-text').embed(['tea'], 'document', never);
    expect(server.embeddings.requests.map(({ texts }) => texts[0])).toEqual([
      'half \ufffd pair',
      'query: tea?',
      'search_document: tea',
    ]);
  });
});

describe('what goes wrong', () => {
  it.each([
    { kind: 'short' },
    { kind: 'zeros' },
    { kind: 'missing' },
    { kind: 'malformed-json' },
    { kind: 'no-data' },
    { kind: 'drop' },
    { kind: 'status', status: 500 },
  ] as const)('%o is a failure that another try may mend', async (fault) => {
    const embedder = open();
    await embedder.embed(['a dog', 'a cat'], 'document', never);
    server.embeddings.script([fault]);
    const failure = await embedder.embed(['a dog', 'a cat'], 'document', never).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(EmbeddingFailure);
    expect(failure).toMatchObject({ isRefusal: false, retryAfterMs: null });
    expect(await embedder.embed(['a dog'], 'document', never)).toHaveLength(1);
  });

  it('429 says when, 400 that it is the text; neither tells the key', async () => {
    server.embeddings.script([
      { kind: 'status', status: 429, retryAfter: 7 },
      { kind: 'status', status: 400, message: 'bad key sk-secret-key' },
    ]);
    await expect(open().embed(['x'], 'document', never)).rejects.toMatchObject({
      retryAfterMs: 7000,
      isRefusal: false,
    });
    const refusal = await open()
      .embed(['x'], 'document', never)
      .catch((thrown: unknown) => thrown);
    expect(refusal).toMatchObject({ isRefusal: true });
    expect(String(refusal)).not.toContain('sk-secret-key');
  });

  it('an endpoint that says nothing is left after the time limit, and at once when nobody wants it any more', async () => {
    const clock = createFakeClock();
    server.embeddings.script(() => ({ kind: 'hang' }));
    const late = open('m', clock).embed(['x'], 'document', never);
    const failed = expect(late).rejects.toThrow('no answer within 5000 ms');
    await server.waitFor(() => server.embeddings.requests.length === 1);
    await clock.advance(5000);
    await failed;
    const stop = new AbortController();
    const stopped = open().embed(['x'], 'document', stop.signal);
    const rejected = expect(stopped).rejects.toThrow('enough');
    await server.waitFor(() => server.embeddings.requests.length === 2);
    stop.abort(new Error('enough'));
    await rejected;
    expect(clock.pending()).toBe(0);
  });
});
