import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TurnEventBody } from '../../src/core/events.js';
import type { PrivateChat } from '../platforms/telegram/people.js';
import { failed, final, openReplyScene, type ReplyScene, text } from './replyScene.js';

let scene: ReplyScene;
let chat: PrivateChat;

beforeEach(async () => {
  scene = await openReplyScene({ rates: 'off' });
  chat = scene.chat();
});

afterEach(() => scene.close());

function file(name: string, bytes = 30): TurnEventBody {
  const path = `outbox/${'0'.repeat(16)}/${name}`;
  const full = join(scene.workspace, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, 'x');
  truncateSync(full, bytes);
  return { type: 'file', file: { path, name, mime: 'application/octet-stream', bytes } };
}

/** What the chat shows, files by their name. */
const shown = () => chat.botMessages().map(({ text: words, media }) => media?.name ?? words);

describe('files of a turn', () => {
  it('come after all of its text, in order, without another sound', async () => {
    const turn = await (await scene.turnIn(chat)).attempt();
    turn.push(text('Here are both. '), file('one.pdf'), text('That is all.'), file('two.pdf'));
    await scene.passUntil(() => chat.botMessages().length > 0, 'the text');
    expect(chat.botMessages().some(({ media }) => media !== undefined)).toBe(false);
    turn.push(final('Here are both. That is all.'));
    expect(await turn.over()).toEqual({ kind: 'delivered' });
    expect(shown()).toEqual(['Here are both. That is all.', 'one.pdf', 'two.pdf']);
    expect(chat.notifications()).toHaveLength(1);
    expect(scene.telegram.refused()).toEqual([]);
  });

  it('that are too large, refused or gone become sentences of the answer; the others come', async () => {
    const turn = await (await scene.turnIn(chat)).attempt();
    scene.telegram.inject({
      method: 'sendDocument',
      after: 1,
      fault: { kind: 'status', code: 400, description: 'Bad Request: CHAT_SEND_DOCS_FORBIDDEN' },
    });
    const lost = file('lost.bin');
    if (lost.type !== 'file') throw new Error('no file');
    const gone: TurnEventBody = { type: 'file', file: { ...lost.file, path: `outbox/${'0'.repeat(16)}/nowhere` } };
    turn.push(file('big.bin', 50_000_001), file('fine.bin'), file('refused.bin'), gone, final('Four files.'));
    expect(await turn.over()).toEqual({ kind: 'delivered' });
    expect(shown()).toEqual([
      [
        'Four files.',
        'I could not send big.bin: files of up to 50 MB can be sent here.',
        'I could not send refused.bin: this chat did not take it.',
        'I could not send lost.bin: it is no longer there.',
      ].join('\n\n'),
      'fine.bin',
    ]);
    expect(chat.notifications().map((entry) => entry.text)).toEqual(['Four files.']);
  });

  it('wait as long as the platform asks, and are not given up for a fault of the network', async () => {
    const turn = await (await scene.turnIn(chat)).attempt();
    scene.telegram.inject({ method: 'sendDocument', fault: { kind: 'flood', seconds: 20 } });
    const description = 'Internal Server Error';
    scene.telegram.inject({ method: 'sendDocument', times: 2, fault: { kind: 'status', code: 500, description } });
    turn.push(file('one.pdf'), final('One file.'));
    const start = scene.clock.now();
    expect(await turn.over()).toEqual({ kind: 'delivered' });
    expect(shown()).toEqual(['One file.', 'one.pdf']);
    expect(scene.clock.now() - start).toBeGreaterThan(20_000);
    expect(scene.telegram.calls.filter(({ outcome }) => outcome?.ok === false && outcome.code === 429)).toHaveLength(1);
  });

  it('end after five refusals of the server, told as such', async () => {
    const turn = await (await scene.turnIn(chat)).attempt();
    const fault = { kind: 'status', code: 500, description: 'Internal Server Error' } as const;
    scene.telegram.inject({ method: 'sendDocument', times: Number.POSITIVE_INFINITY, fault });
    turn.push(file('one.pdf'), final('One file.'));
    expect(await turn.over()).toEqual({ kind: 'delivered' });
    expect(shown()).toEqual(['One file.\n\nI could not send one.pdf: this chat did not take it.']);
    expect(scene.telegram.callsOf('sendDocument')).toHaveLength(5);
  });

  it('whose answer is lost are sent once more when the call is surely over, and then told', async () => {
    const turn = await (await scene.turnIn(chat)).attempt();
    scene.telegram.inject({ method: 'sendDocument', fault: { kind: 'drop-before' } });
    turn.push(file('one.pdf'), final('One file.'));
    expect(await turn.over()).toEqual({ kind: 'delivered' });
    expect(shown()).toEqual(['One file.', 'one.pdf']);

    scene.telegram.inject({ method: 'sendDocument', times: Number.POSITIVE_INFINITY, fault: { kind: 'drop-before' } });
    const next = await (await scene.turnIn(scene.chat())).attempt();
    next.push(file('two.pdf'), final('Another.'));
    await next.over();
    expect(scene.telegram.callsOf('sendDocument')).toHaveLength(4);
    const words = scene.telegram.callsOf('editMessageText').map(({ params }) => params.text);
    expect(words).toEqual([
      'Another.\n\nI could not send two.pdf: no answer came, so it may have arrived all the same.',
    ]);
  });

  it('that an earlier attempt delivered are not sent again by a takeover', async () => {
    const turn = await scene.turnIn(chat);
    const first = await turn.attempt();
    const [one, two] = [file('one.pdf'), file('two.pdf')];
    const hold = new Promise<void>(() => {});
    scene.telegram.inject({ method: 'sendDocument', after: 1, fault: { kind: 'hold', until: hold } });
    first.push(one, two, final('Both.'));
    await scene.passUntil(() => scene.telegram.callsOf('sendDocument').length === 2, 'the second upload');
    first.stream.abort();
    expect(await first.stream.done).toEqual({ kind: 'aborted' });

    const second = await turn.attempt();
    second.push(one, two, final('Both.'));
    // The upload that was cut off may have arrived: its time is waited out.
    expect(await second.over(60_000)).toEqual({ kind: 'delivered' });
    expect(shown()).toEqual(['Both.', 'one.pdf', 'two.pdf']);
  });

  it('come after the error of a turn that failed', async () => {
    const turn = await (await scene.turnIn(chat)).attempt();
    turn.push(text('Look at this. '), file('one.pdf'), failed('The model is away.'));
    expect(await turn.over()).toEqual({ kind: 'delivered' });
    expect(shown()).toEqual(['Look at this.', 'The model is away.', 'one.pdf']);
  });
});
