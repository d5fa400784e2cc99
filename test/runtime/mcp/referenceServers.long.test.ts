import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithSandbox } from '../../setup/describeWithSandbox.js';
import { type McpStage, openMcpStage, reference, serverOf } from './mcpStage.js';

describeWithSandbox("the protocol's own servers, in the sandbox", () => {
  let stage: McpStage;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waggle-shared-'));
    await writeFile(join(folder, 'note.txt'), 'Herons wait.');
    const files = reference('filesystem', [folder]);
    const memory = reference('memory');
    if (files.kind !== 'stdio' || memory.kind !== 'stdio') throw new Error('unreachable');
    stage = await openMcpStage([
      serverOf('everything', reference('everything', ['stdio'])),
      serverOf('memory', { ...memory, env: { MEMORY_FILE_PATH: '/workspace/memory.jsonl' } }, { risk: 'low' }),
      serverOf('files', { ...files, folders: [...files.folders, { path: folder, write: false }] }, { risk: 'none' }),
    ]);
    await Promise.all(['everything', 'memory', 'files'].map((name) => stage.stands(name, 'ready')));
  }, 60_000);
  afterAll(async () => {
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  });

  const failure = (name: string, args = {}) => stage.call(name, args).then(() => 'did not fail', String);

  it('come up with all of their tools', () => {
    expect(stage.warnings()).toEqual([]);
    expect(stage.servers.status()).toMatchObject([
      { name: 'everything', state: 'ready', tools: 13, refused: 0 },
      { name: 'memory', state: 'ready', tools: 9, refused: 0 },
      { name: 'files', state: 'ready', tools: 14, refused: 0 },
    ]);
    expect(stage.tool('mcp__everything__get-sum')).toMatchObject({
      deferred: true,
      source: 'mcp:everything',
      risk: 'high',
    });
  });

  it('everything: plain, structured, linked and long results', async () => {
    expect(await stage.call('mcp__everything__echo', { message: 'hello' })).toBe('Echo: hello');
    expect(await stage.call('mcp__everything__get-sum', { a: 2, b: 40 })).toContain('42');
    expect(await stage.call('mcp__everything__get-structured-content', { location: 'Chicago' })).toMatch(
      /"temperature":/,
    );
    expect(await stage.call('mcp__everything__get-tiny-image')).toMatch(/\[image, image\/png, \d/);
    expect(await stage.call('mcp__everything__get-resource-links', { count: 2 })).toMatch(/^Resource \S+ \(/m);
    const late = stage.call(
      'mcp__everything__trigger-long-running-operation',
      { duration: 60, steps: 2 },
      AbortSignal.timeout(300),
    );
    await expect(late).rejects.toThrow(/timeout/i);
    expect(await stage.call('mcp__everything__echo', { message: 'still here' })).toBe('Echo: still here');
  });

  it('hold arguments against their schemas', () => {
    const { args } = stage.tool('mcp__everything__get-sum');
    expect(args.safeParse({ a: 1, b: 'two' }).success).toBe(false);
    expect(args.safeParse({ a: 1, b: 2 }).success).toBe(true);
  });

  it('filesystem: reads the granted folder, writes nowhere, sees nothing else', async () => {
    expect(await stage.call('mcp__files__read_text_file', { path: join(folder, 'note.txt') })).toBe('Herons wait.');
    expect(await failure('mcp__files__write_file', { path: join(folder, 'x.txt'), content: 'a' })).toMatch(/read-only/);
    expect(await failure('mcp__files__read_text_file', { path: '/etc/passwd' })).toMatch(/Error from/);
    expect(await readdir(folder)).toEqual(['note.txt']);
  });

  it('memory: what it keeps lies in its home and outlives it', async () => {
    const entities = [{ name: 'Ann', entityType: 'person', observations: ['likes herons'] }];
    await stage.call('mcp__memory__create_entities', { entities });
    expect(await stage.call('mcp__memory__read_graph')).toContain('likes herons');
    expect(await readFile(join(stage.dataDir, 'mcp', 'memory', 'memory.jsonl'), 'utf8')).toContain('likes herons');
  });
});
