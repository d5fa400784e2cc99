import { Api, InputFile } from 'grammy';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiErrorOf } from './apiError.js';
import type { PrivateChat } from './people.js';
import { startTelegramServer, type TelegramServer } from './telegramServer.js';

let server: TelegramServer;
let api: Api;
let chat: PrivateChat;

beforeEach(async () => {
  server = await startTelegramServer();
  api = new Api(server.bot.token, { apiRoot: server.url });
  chat = server.privateChat(11);
});
afterEach(() => server.close());

const command = (name: string, description = 'does it') => ({ command: name, description });

describe('commands', () => {
  it('are kept by scope and language', async () => {
    await api.setMyCommands([command('start'), command('help_me')]);
    await api.setMyCommands([command('hilfe')], { language_code: 'de' });
    await api.setMyCommands([command('here')], { scope: { type: 'chat', chat_id: 11 } });
    expect(await api.getMyCommands()).toHaveLength(2);
    expect(await api.getMyCommands({ language_code: 'de' })).toEqual([command('hilfe')]);
    expect(await api.getMyCommands({ scope: { type: 'chat', chat_id: 11 } })).toEqual([command('here')]);
    expect(server.bot.commands()).toHaveLength(2);
    await api.deleteMyCommands();
    expect(await api.getMyCommands()).toEqual([]);
    expect((await apiErrorOf(api.setMyCommands([], { scope: { type: 'chat', chat_id: 999 } }))).description).toContain(
      'chat not found',
    );
  });

  it('have names, descriptions and a number of a certain form', async () => {
    for (const bad of ['Start', 'with-dash', 'x'.repeat(33), '']) {
      expect((await apiErrorOf(api.setMyCommands([command(bad)]))).description).toBe(
        'Bad Request: BOT_COMMAND_INVALID',
      );
    }
    for (const bad of ['', 'x'.repeat(257)]) {
      expect((await apiErrorOf(api.setMyCommands([command('a', bad)]))).description).toContain(
        'BOT_COMMAND_DESCRIPTION_INVALID',
      );
    }
    const many = Array.from({ length: 101 }, (_, index) => command(`c${index}`));
    expect((await apiErrorOf(api.setMyCommands(many))).description).toContain('BOT_COMMANDS_TOO_MUCH');
    expect(server.refused()).toHaveLength(7);
    const wordy = many.slice(0, 100).map((entry) => ({ ...entry, description: 'x'.repeat(100) }));
    expect((await apiErrorOf(api.setMyCommands(wordy))).description).toContain('BOT_COMMANDS_TOO_MUCH');
    expect(server.refused()).toHaveLength(7);
    await api.setMyCommands(many.slice(0, 100));
  });
});

describe('files', () => {
  it('of users are described, found and downloaded', async () => {
    chat.sendFile('document', {
      bytes: Buffer.from('hello'),
      name: 'a.txt',
      mime: 'text/plain',
      caption: 'look @someone_1',
    });
    chat.sendFile('photo', { bytes: Buffer.from([1, 2, 3]) });
    chat.sendFile('voice', { bytes: Buffer.from('ogg'), duration: 7 });
    const [document, photo, voice] = (await api.getUpdates()).map((update) => update.message);
    expect(document).toMatchObject({
      caption: 'look @someone_1',
      caption_entities: [{ type: 'mention' }],
      document: { file_name: 'a.txt', mime_type: 'text/plain', file_size: 5 },
    });
    expect(document?.text).toBeUndefined();
    expect(photo?.photo).toHaveLength(2);
    expect(voice?.voice).toMatchObject({ duration: 7, mime_type: 'audio/ogg' });
    const file = await api.getFile(document?.document?.file_id ?? '');
    const response = await fetch(`${server.url}/file/bot${server.bot.token}/${file.file_path}`);
    expect(await response.text()).toBe('hello');
    expect((await fetch(`${server.url}/file/bot1:wrong/${file.file_path}`)).status).toBe(401);
    expect((await fetch(`${server.url}/file/bot${server.bot.token}/documents/none`)).status).toBe(404);
    expect((await api.getFile(photo?.photo?.[0]?.file_id ?? '')).file_size).toBe(3);
  });

  it('over 20 MB cannot be downloaded', async () => {
    chat.sendFile('document', { bytes: Buffer.from('x'), size: 20_000_001 });
    const [update] = await api.getUpdates();
    expect((await apiErrorOf(api.getFile(update?.message?.document?.file_id ?? ''))).description).toBe(
      'Bad Request: file is too big',
    );
    expect((await apiErrorOf(api.getFile('unknown'))).description).toContain('invalid file_id');
  });

  it('in an album share a group id and one caption', async () => {
    chat.sendAlbum('photo', [{ bytes: Buffer.from('1'), caption: 'both' }, { bytes: Buffer.from('2') }]);
    const messages = (await api.getUpdates()).map((update) => update.message);
    expect(messages).toHaveLength(2);
    expect(messages[0]?.media_group_id).toBeDefined();
    expect(messages[0]?.media_group_id).toBe(messages[1]?.media_group_id);
    expect(messages.map((message) => message?.caption)).toEqual(['both', undefined]);
  });

  it('of the bot are uploaded, sent again by id, and captioned', async () => {
    const sent = await api.sendDocument(11, new InputFile(Buffer.from('report'), 'report.pdf'), {
      caption: ' the report ',
      caption_entities: [{ type: 'bold', offset: 1, length: 3 }],
    });
    expect(sent).toMatchObject({ caption: 'the report', document: { file_name: 'report.pdf', file_size: 6 } });
    expect(chat.messages()[0]?.media).toMatchObject({ kind: 'document', name: 'report.pdf' });
    await api.sendDocument(11, sent.document.file_id);
    await api.sendPhoto(11, new InputFile(Buffer.from('jpg'), 'p.jpg'));
    await api.sendMediaGroup(11, [
      { type: 'photo', media: new InputFile(Buffer.from('1'), '1.jpg'), caption: 'album' },
      { type: 'photo', media: new InputFile(Buffer.from('2'), '2.jpg') },
    ]);
    expect(chat.messages().map((message) => message.text)).toEqual(['the report', '', '', 'album', '']);
    await api.editMessageCaption(11, sent.message_id, { caption: 'the final report' });
    expect((await apiErrorOf(api.editMessageText(11, sent.message_id, 'x'))).description).toContain(
      'no text in the message',
    );
    expect(server.calls[0]?.files).toEqual(['report.pdf']);
    expect(server.refused()).toHaveLength(1);
  });

  it('that are wrong are refused', async () => {
    const refusals = [
      api.sendDocument(11, 'unknown-id'),
      api.sendDocument(11, new InputFile(Buffer.alloc(0), 'empty')),
      api.sendDocument(11, new InputFile(Buffer.from('x'), 'x'), { caption: 'x'.repeat(1025) }),
      api.sendMediaGroup(11, [{ type: 'photo', media: new InputFile(Buffer.from('1'), '1.jpg') }]),
      api.sendPhoto(11, new InputFile(Buffer.alloc(10_000_001), 'p.jpg')),
    ];
    for (const refusal of refusals) expect((await apiErrorOf(refusal)).code).toBe(400);
    expect(server.refused()).toHaveLength(5);
  });
});

describe('reactions', () => {
  it('are one from the list, and are taken back by none', async () => {
    const message = chat.say('nice');
    await api.setMessageReaction(11, message.id, [{ type: 'emoji', emoji: '👀' }]);
    expect([...message.reactions.values()]).toEqual([['👀']]);
    await api.setMessageReaction(11, message.id, []);
    expect(message.reactions.size).toBe(0);
    const url = `${server.url}/bot${server.bot.token}/setMessageReaction`;
    const set = async (emoji: string[]) => {
      const reaction = JSON.stringify(emoji.map((entry) => ({ type: 'emoji', emoji: entry })));
      const body = new URLSearchParams({ chat_id: '11', message_id: String(message.id), reaction });
      return (await fetch(url, { method: 'POST', body })).status;
    };
    expect([await set(['🦖']), await set(['👍', '👎']), await set(['👍'])]).toEqual([400, 400, 200]);
  });
});

describe('users', () => {
  it('edit what they wrote', async () => {
    const message = chat.say('helo');
    chat.edit(message, 'hello /start');
    const updates = await api.getUpdates();
    expect(updates[1]?.edited_message).toMatchObject({
      message_id: message.id,
      text: 'hello /start',
      entities: [{ type: 'bot_command' }],
    });
    expect(() => chat.say('x'.repeat(4097))).toThrow('4096');
  });

  it('talk to several bots, each in a chat of its own', async () => {
    const second = server.addBot({ username: 'second_bot' });
    const other = server.privateChat(11, second);
    chat.say('to the first');
    other.say('to the second');
    const secondApi = new Api(second.token, { apiRoot: server.url });
    expect(await secondApi.getMe()).toMatchObject({ username: 'second_bot' });
    expect((await secondApi.getUpdates()).map((update) => update.message?.text)).toEqual(['to the second']);
    await secondApi.sendMessage(11, 'from the second');
    expect(chat.botMessages()).toEqual([]);
    expect(other.botMessages()).toHaveLength(1);
  });
});
