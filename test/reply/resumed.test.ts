import { afterAll, beforeAll, expect, it } from 'vitest';
import { final, openReplyScene, type ReplyScene, text } from './replyScene.js';

let scene: ReplyScene;
beforeAll(async () => {
  scene = await openReplyScene();
});
afterAll(() => scene.close());

const RESUMED = { type: 'notice', key: 'resumed', args: {} } as const;

it('a takeover says without a sound that it goes on, below what stands there, until there is new text', async () => {
  const chat = scene.chat();
  const turn = await scene.turnIn(chat);
  const first = await turn.attempt();
  first.push({ type: 'started' }, text('The tide turns at noon. And then'));
  await scene.passUntil(() => chat.botMessages().length === 1, 'the first text');
  first.stream.abort();
  await first.over();

  const second = await turn.attempt();
  second.push({ type: 'started' }, RESUMED, { type: 'reset', why: 'takeover' });
  await scene.passUntil(() => chat.botMessages().length === 2, 'the notice');
  const texts = () => chat.botMessages().map((message) => message.text);
  expect(texts()).toEqual(['The tide turns at noon. And then', 'Picking up where I was interrupted …']);
  second.push(text('The tide turns at one. After that it falls.'));
  await scene.passUntil(() => texts().length === 1, 'no notice');
  second.push(final('The tide turns at one. After that it falls.'));
  await second.over();
  expect(texts()).toEqual(['The tide turns at one. After that it falls.']);
  expect(chat.notifications()).toHaveLength(1);
  expect(scene.telegram.refused()).toEqual([]);
});

it('the notice goes as well when the answer stood there already', async () => {
  const chat = scene.chat();
  const turn = await scene.turnIn(chat);
  const first = await turn.attempt();
  first.push({ type: 'started' }, text('The tide turns at noon.'));
  await scene.passUntil(() => chat.botMessages().length === 1, 'the text');
  first.stream.abort();
  await first.over();
  const second = await turn.attempt();
  second.push({ type: 'started' }, RESUMED, { type: 'reset', why: 'takeover' });
  await scene.passUntil(() => chat.botMessages().length === 2, 'the notice');
  second.push(text('The tide turns at noon.'), final('The tide turns at noon.'));
  await second.over();
  expect(chat.botMessages().map((message) => message.text)).toEqual(['The tide turns at noon.']);
  expect(chat.notifications()).toHaveLength(1);
});
