import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.js';
import { createLocalEmbedder } from '../../../src/memory/embedding/localEmbedder.js';
import { openEmbedder } from '../../../src/memory/embedding/openEmbedder.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mini-model-'));
  writeFileSync(join(folder, 'config.json'), '{}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const never = new AbortController().signal;

describe('a local model', () => {
  it('is loaded from its folder, never from the network, and runs in batches', async () => {
    const env: Record<string, unknown> = { allowRemoteModels: true };
    const batches: number[] = [];
    const embedder = createLocalEmbedder({
      folder,
      load: async () => ({
        env,
        pipeline: async (task: string, model: string) => {
          expect([task, model]).toEqual(['feature-extraction', basename(folder)]);
          return async (texts: readonly string[]) => {
            batches.push(texts.length);
            return { dims: [texts.length, 2], data: Float32Array.from(texts.flatMap((text) => [text.length, 0])) };
          };
        },
      }),
    });
    const vectors = await embedder.embed(
      Array.from({ length: 20 }, (_, i) => `text ${i}`),
      'document',
      never,
    );
    expect(vectors.map((vector) => [...vector])).toEqual(Array.from({ length: 20 }, () => [1, 0]));
    expect(batches).toEqual([16, 4]);
    expect(env).toEqual({ allowRemoteModels: false, localModelPath: dirname(folder) });
    expect(embedder.model).toBe(`local:${basename(folder)}`);
    await embedder.close();
  });

  it('says what to install where the package is missing', async () => {
    const embedder = openEmbedder({ model: `file:${folder}`, endpoint: undefined, clock: systemClock });
    await expect(embedder?.embed(['x'], 'query', never)).rejects.toThrow('npm install @huggingface/transformers');
  });

  it('says at once that a folder holds no model', () => {
    expect(() => openEmbedder({ model: 'file:/nowhere', endpoint: undefined, clock: systemClock })).toThrow(
      'no embedding model',
    );
  });

  it('is not wanted without the setting, nor an endpoint without an address', () => {
    expect(
      openEmbedder({ model: undefined, endpoint: { baseUrl: 'http://127.0.0.1:1' }, clock: systemClock }),
    ).toBeNull();
    expect(openEmbedder({ model: 'm', endpoint: undefined, clock: systemClock })).toBeNull();
  });
});
