import { afterEach, expect, it } from 'vitest';
import { authorOf } from '../../../../src/channels/slack/egress/face.js';
import { parseMarkdown } from '../../../../src/reply/markdown/parse.js';
import { BUILTIN_FOLDER, readPersonaFolder } from '../../../../src/runtime/personas/personaFolder.js';
import { never, openScene, type SlackScene } from '../scene.js';

let scene: SlackScene | null = null;
afterEach(async () => {
  expect(scene?.server.refused() ?? []).toEqual([]);
  await scene?.close();
  scene = null;
});

it('every built-in persona has an icon that Slack knows', () => {
  for (const persona of readPersonaFolder(BUILTIN_FOLDER).personas) {
    expect(authorOf(persona)).toEqual({ username: persona.name, icon_emoji: expect.stringMatching(/^:[a-z_-]+:$/) });
  }
  expect(authorOf({ name: 'Imp', icon: '👾' })).toEqual({ username: 'Imp' });
  expect(authorOf(undefined)).toEqual({});
});

const SCOPES = ['chat:write', 'channels:read', 'channels:history', 'im:history', 'users:read', 'app_mentions:read'];

it.each([
  [[...SCOPES, 'chat:write.customize'], 'Researcher'],
  [SCOPES, undefined],
])('a message has the face of its persona only where the token may give it one', async (scopes, username) => {
  scene = await openScene({ receives: false, server: { app: { scopes } } });
  const channel = scene.server.channel();
  const root = channel.mention(scene.server.user({ name: 'Ada' }), 'hello');
  const { egress } = scene.channel;
  const face = { name: 'Researcher', icon: '🔬' };
  const options = { silent: false, replyTo: null, nonce: 't1/0', stopButton: null, choices: [], face };
  const address = scene.address(channel, { thread: root.ts });
  const sent = await egress.send(address, egress.render(parseMarkdown('Found.')), options, never);
  expect(sent.ok).toBe(true);
  const [message] = channel.botMessages(root);
  expect(message?.username).toBe(username);
  expect(message?.icon).toBe(username === undefined ? undefined : ':microscope:');
  expect(
    await egress.edit(address, message?.ts ?? '', egress.render(parseMarkdown('More.')), options, never),
  ).toMatchObject({ ok: true });
});
