import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { laneIdOf } from '../../../src/core/lane.js';
import type { ChatAddress } from '../../../src/core/message.js';
import { createAudioAnalyze } from '../../../src/runtime/tools/audioAnalyze.js';
import { createSpeechToText } from '../../../src/runtime/voice/speechToText.js';
import { laneWorkspace } from '../../../src/runtime/workspace/laneWorkspace.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import { createFakeClock } from '../../setup/fakeClock.js';
import { makeScope } from '../memoryFixture.js';

const address: ChatAddress = { platform: 'telegram', account: '42', chat: '7', kind: 'dm' };
let dataDir: string;
let model: ModelServer;
let waits: number[];
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'waggle-audio-'));
  mkdirSync(laneWorkspace(dataDir, laneIdOf(address)), { recursive: true });
  model = await startModelServer();
  waits = [];
});
afterEach(async () => {
  await model.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const write = (name: string, content: string) =>
  writeFileSync(join(laneWorkspace(dataDir, laneIdOf(address)), name), content, 'latin1');

const analyze = (path: string) => {
  const clock = { ...createFakeClock(), sleep: async (ms: number) => void waits.push(ms) };
  const speech = createSpeechToText({ baseUrl: model.url, apiKey: 'key', model: 'w', fetch, clock });
  const scope = makeScope({
    address,
    principal: {
      person: 'telegram:42:7',
      role: 'owner',
      sender: { user: '7', name: 'Ada', isBot: false, verifiedBy: 'platform' },
    },
  });
  const context = { signal: new AbortController().signal, agents: null, scope };
  return createAudioAnalyze({ dataDir, speech }).execute({ path }, context);
};

it('writes down what is said in a recording, whatever its name', async () => {
  model.speech.script([{ text: ' The minutes of Monday. ' }]);
  write('talk.bin', 'ID3 and sound');
  expect(await analyze('talk.bin')).toBe('The minutes of Monday.');
  expect(model.speech.requests).toMatchObject([
    { name: 'recording.mp3', mime: 'audio/mpeg', model: 'w', authorization: 'Bearer key' },
  ]);
});

it('says that a file is no recording, and that nobody speaks in one', async () => {
  write('notes.mp3', 'only words');
  await expect(analyze('notes.mp3')).rejects.toThrow('notes.mp3 is no recording (text/plain).');
  model.speech.script([{ text: '' }]);
  write('wind.ogg', 'OggS');
  expect(await analyze('wind.ogg')).toBe('No words are said in it.');
});

it('waits as long as a busy endpoint asks, three tries in all', async () => {
  model.speech.script([{ status: 429, retryAfter: 7 }, { status: 500 }, { status: 503 }]);
  write('a.ogg', 'OggS');
  await expect(analyze('a.ogg')).rejects.toMatchObject({ code: 'speech', message: 'speech: status 503' });
  expect(waits).toEqual([7000, 2000]);
  expect(model.speech.requests).toHaveLength(3);
});
