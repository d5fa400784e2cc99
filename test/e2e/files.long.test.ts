import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStage, type Stage } from './stage.js';

let stage: Stage;

beforeEach(async () => {
  stage = await openStage();
});

afterEach(() => stage.close());

describe('files on Telegram', () => {
  it('come in before the model is asked, and go out after its answer', async () => {
    stage.model.script((request) => {
      const result = [...request.toolResults.values()][0];
      if (result !== undefined) return { text: 'Here is your file again.' };
      const path = /in your workspace: (inbox\/[^\]]+)\]/.exec(request.lastUser)?.[1] ?? '';
      if (path === '') return { text: 'Your notes.' };
      return { text: 'One moment.', toolCalls: [{ name: 'send_file', arguments: { path, name: 'again.txt' } }] };
    });
    await stage.start('ingress');
    const ada = stage.telegram.privateChat(stage.telegram.user(11, { name: 'Ada' }));
    ada.sendFile('document', {
      bytes: Buffer.from('The queen is marked blue.'),
      name: 'hive notes.txt',
      mime: 'text/plain',
      caption: 'Send me this back',
    });
    await ada.waitForBotMessage((message) => message.media !== undefined);
    expect(ada.botMessages().map(({ text, media }) => media?.name ?? text)).toEqual([
      'Here is your file again.',
      'again.txt',
    ]);
    const asked = stage.model.requests[0]?.lastUser ?? '';
    expect(asked).toContain('Send me this back\n[attached: "hive notes.txt", text/plain, 25 bytes; in your workspace:');
    expect(asked).toContain('\n> The queen is marked blue.');
    expect(stage.telegram.refused()).toEqual([]);

    // The conversation keeps the bare line.
    ada.say('What did I send?');
    await ada.waitForBotMessage((message) => message.text === 'Your notes.');
    const history = JSON.stringify(stage.model.requests[2]?.body.messages);
    expect(history).toContain('[attached: \\"hive notes.txt\\", text/plain, 25 bytes]');
    expect(history).not.toContain('marked blue');
  });

  it('that cannot be fetched are told below the answer', async () => {
    stage.model.script(() => ({ text: 'I see that you sent a film.' }));
    await stage.start('ingress');
    const ada = stage.telegram.privateChat(11);
    ada.sendFile('video', { bytes: Buffer.from('x'), name: 'film.mp4', size: 30_000_000, caption: 'Look' });
    const answer = await ada.waitForBotMessage((message) => message.text.includes('did not reach me'));
    expect(answer.text).toBe(
      'I see that you sent a film.\n\nfile.mp4 did not reach me: Telegram lets bots fetch files of up to 20 MB.',
    );
    expect(stage.model.requests[0]?.lastUser).toContain('it could not be fetched');
    expect(stage.telegram.refused()).toEqual([]);
  });

  it('of an album are one turn, also when the process dies while they arrive', async () => {
    stage.model.script(() => ({ text: 'Three pictures of bees.' }));
    const first = await stage.start('ingress');
    const ada = stage.telegram.privateChat(stage.telegram.user(11, { name: 'Ada' }));
    const picture = (caption: string) => ({ bytes: Buffer.from([0xff, 0xd8, 0xff, 0]), caption });
    ada.sendAlbum('photo', [picture(''), picture('What is on these?'), picture('')]);
    await stage.telegram.waitFor(() => stage.telegram.bot.pendingUpdates() === 0);
    await first.kill();
    await stage.start('ingress');
    await ada.waitForBotMessage((message) => message.text === 'Three pictures of bees.');
    expect(stage.model.requests).toHaveLength(1);
    const users = stage.model.requests[0]?.body.messages.filter(({ role }) => role === 'user') ?? [];
    expect(users).toHaveLength(3);
    expect(JSON.stringify(users).match(/in your workspace: inbox/g)).toHaveLength(3);
    expect(ada.botMessages()).toHaveLength(1);
  });
});
