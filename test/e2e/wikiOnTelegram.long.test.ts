import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../setup/until.js';
import type { GatewayProcess } from './gateway.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
let gateway: GatewayProcess;
beforeEach(async () => {
  stage = await openStage();
  gateway = await stage.start('ingress');
});
afterEach(() => stage.close());

/** All pages of all vaults below a folder of the data directory. */
function pages(): Readonly<Record<string, string>> {
  const root = join(stage.dataDir, 'wiki');
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.name.endsWith('.md'),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(root.length + 1), readFileSync(path, 'utf8')];
    }),
  );
}
const whole = () => Object.values(pages()).join('\n');

describe('the wiki on Telegram', () => {
  it('is made, synced and searched with buttons, apart from a group’s, and forgets with the memory', async () => {
    stage.model.script(() => ({ text: 'Noted.' }));
    const ann = stage.telegram.user(1, { name: 'Ann' });
    const chat = stage.telegram.privateChat(ann);
    const group = stage.telegram.group({ title: 'Club' });
    const bot = `@${stage.telegram.bot.username}`;
    const say = async (text: string, answer: RegExp) => {
      const before = chat.botMessages().length;
      chat.say(text);
      await stage.telegram.waitFor(
        () =>
          chat
            .botMessages()
            .slice(before)
            .some((message) => answer.test(message.text)),
        {
          what: `the answer to ${text}`,
        },
      );
      return chat.botMessages().at(-1);
    };
    await say('/wiki_search tea', /^There is no wiki here yet/);
    chat.say('I always meet Anna Huber at Acme Corp on Fridays.');
    await until(() => gateway.log().includes('"written back to memory"'), 'the write-back');
    group.say(ann, `/remember${bot} The door code of the club is 77.`);
    await group.waitForBotMessage(({ text }) => text.startsWith('Remembered for this group'));
    group.say(ann, `/wiki_setup${bot}`);
    await group.waitForBotMessage(({ text }) => text.startsWith('The wiki is there'));
    const made = await say('/wiki_setup', /^The wiki is there/);
    expect(Object.keys(pages()).some((path) => path.endsWith('People/Anna Huber.md'))).toBe(true);
    const [groupPages, ownPages] = ['w/', 'u/'].map((kind) =>
      Object.entries(pages())
        .filter(([path]) => path.startsWith(kind))
        .map(([, text]) => text)
        .join('\n'),
    );
    expect(groupPages).toContain('door code');
    expect(groupPages).not.toContain('Anna');
    expect(ownPages).not.toContain('door code');

    await say('/remember My locker has the number 12.', /^Remembered/);
    if (made === undefined) throw new Error('no answer');
    chat.pressButton(made, '/wiki_sync');
    await stage.telegram.waitFor(() => made.text.startsWith('Synced: '), { what: 'the sync' });
    const found = await say('/wiki_search anna', /pages? fits?/);
    expect(found?.text).toContain('Anna Huber');
    if (found === undefined) throw new Error('no answer');
    const buttons = (found.keyboard?.inline_keyboard ?? []).flat();
    const opened = buttons.find(({ text }) => text === 'Anna Huber');
    chat.pressButton(found, opened?.callback_data ?? '');
    await stage.telegram.waitFor(() => found.text.startsWith('Anna Huber'), { what: 'the page' });

    const [path = ''] = Object.keys(pages()).filter((name) => name.endsWith('People/Anna Huber.md'));
    writeFileSync(join(stage.dataDir, 'wiki', path), `${pages()[path]}\nMy own words.\n`);
    await say('/forget p1', /is forgotten/);
    expect(whole()).not.toMatch(/Acme|Fridays/);
    expect(pages()[path]).toBe('My own words.\n');
    expect(whole()).toContain('locker');
    await say('/forget me', /^This deletes/);
    const asked = chat.botMessages().at(-1);
    if (asked === undefined) throw new Error('no answer');
    chat.pressButton(asked, '/forget me now');
    await stage.telegram.waitFor(() => asked.text.startsWith('Everything that I kept'), { what: 'the end' });
    expect(Object.keys(pages()).filter((name) => name.startsWith('u/'))).toEqual([]);
    expect(whole()).not.toMatch(/locker|My own words/);
  });
});
