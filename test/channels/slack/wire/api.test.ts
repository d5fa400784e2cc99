import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSlackApi, type SlackApi } from '../../../../src/channels/slack/wire/api.js';
import { systemClock } from '../../../../src/core/clock.js';
import { createRecordingLog } from '../../../setup/recordingLog.js';

let heard: (string | undefined)[] = [];
const stranger = createServer((request, response) => {
  heard.push(request.headers.authorization);
  response.end('a file');
});
let strangerUrl: string;
const apis: SlackApi[] = [];

const apiAt = (apiUrl: string) => {
  const api = createSlackApi({ token: 'xoxb-test', apiUrl, clock: systemClock, log: createRecordingLog() });
  apis.push(api);
  return api;
};
const never = new AbortController().signal;

beforeEach(async () => {
  heard = [];
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const address = stranger.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  strangerUrl = `http://127.0.0.1:${address.port}`;
});

afterEach(async () => {
  for (const api of apis.splice(0)) api.close();
  await new Promise((resolve) => stranger.close(resolve));
});

it('the token goes to the host of the Web API and to no other', async () => {
  const refused = { failure: { kind: 'unsent' } };
  await expect(apiAt('http://127.0.0.1:1/api/').download(`${strangerUrl}/a`, never)).rejects.toMatchObject(refused);
  const api = apiAt('https://slack.com/api/');
  for (const url of [
    `${strangerUrl}/a`,
    'http://files.slack.com/a',
    'https://slack.com.stranger.example/a',
    'https://notslack.com/a',
    'https://slack.com@stranger.example/a',
    'no address',
  ]) {
    await expect(api.download(url, never), url).rejects.toMatchObject(refused);
  }
  expect(heard).toEqual([]);
  const answer = await apiAt(`${strangerUrl}/api/`).download(`${strangerUrl}/files/a`, never);
  answer.resume();
  expect(heard).toEqual(['Bearer xoxb-test']);
});
