import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSlackApi, type SlackApi } from '../../../../src/channels/slack/wire/api.js';
import { systemClock } from '../../../../src/core/clock.js';
import { createRecordingLog } from '../../../setup/recordingLog.js';

let heard: (string | undefined)[] = [];
const stranger = createServer((request, response) => {
  heard.push(request.headers.authorization);
  if (request.method === 'POST') request.socket.destroy();
  else response.end('a file');
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

it('a file that could not be given is closed, and one that is not given at all is not opened', async () => {
  const opened: Readable[] = [];
  const open = () => {
    const content = Readable.from([Buffer.alloc(10)]);
    opened.push(content);
    return content;
  };
  const api = apiAt(`${strangerUrl}/api/`);
  await expect(api.upload(`${strangerUrl}/up`, open, 10)).rejects.toMatchObject({ failure: { kind: 'lost' } });
  expect(opened.map((content) => content.destroyed)).toEqual([true]);
  const signal = AbortSignal.abort();
  await expect(api.upload(`${strangerUrl}/up`, open, 10, { signal })).rejects.toMatchObject({
    failure: { kind: 'unsent' },
  });
  expect(opened).toHaveLength(1);
});
