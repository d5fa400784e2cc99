import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TurnEventBody } from '../../src/core/events.js';
import { createSendFile } from '../../src/runtime/tools/sendFile.js';
import { laneWorkspace } from '../../src/runtime/workspace/laneWorkspace.js';
import { type ModelServer, startModelServer } from '../platforms/model/modelServer.js';
import { makeJob, openTurnBench, type TurnBench } from './turnFixture.js';

let server: ModelServer;
let bench: TurnBench;
let dataDir: string;

beforeEach(async () => {
  server = await startModelServer();
  bench = await openTurnBench({ baseUrl: server.url });
  dataDir = mkdtempSync(join(tmpdir(), 'waggle-files-'));
});

afterEach(async () => {
  await bench.close();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const filesOf = (events: readonly TurnEventBody[]) =>
  events.flatMap((event) => (event.type === 'file' ? [event.file.name] : []));

it('a turn gives the files of its journal: as its calls end, and all of them again in every attempt', async () => {
  const job = makeJob();
  const workspace = laneWorkspace(dataDir, job.lane);
  mkdirSync(workspace, { recursive: true });
  for (const name of ['one.txt', 'two.txt']) writeFileSync(join(workspace, name), name);
  const send = (path: string) => ({ name: 'send_file', arguments: { path } });
  server.script((request) => {
    const rounds = request.body.messages.filter(({ role }) => role === 'assistant').length;
    if (rounds === 0) return { text: '', toolCalls: [send('one.txt'), send('nothing.txt')] };
    return rounds === 1 ? { text: '', toolCalls: [send('two.txt')] } : { text: 'Here are two files.' };
  });
  const deps = { tools: [createSendFile({ dataDir })] };
  const first = bench.start(job, { deps });
  await first.result;
  expect(filesOf(first.events)).toEqual(['one.txt', 'two.txt']);
  expect(first.events.findIndex(({ type }) => type === 'file')).toBeLessThan(
    first.events.findIndex(({ type }) => type === 'final'),
  );

  const asked = server.requests.length;
  const again = bench.start(makeJob({ attempt: 2, journal: first.journal }), { deps });
  await again.result;
  expect(server.requests).toHaveLength(asked);
  expect(filesOf(again.events)).toEqual(['one.txt', 'two.txt']);

  const half = first.journal.slice(0, first.journal.findIndex((step) => step.type === 'toolEnd') + 1);
  const resumed = bench.start(makeJob({ attempt: 2, journal: half }), { deps });
  await resumed.result;
  expect(filesOf(resumed.events)).toEqual(['one.txt', 'two.txt']);
});
