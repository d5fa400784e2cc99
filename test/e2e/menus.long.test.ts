import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { slackManifest } from '../../src/channels/slack/manifest.js';
import { COMMAND_SPECS } from '../../src/commands/specs.js';
import { commandOf } from '../../src/runtime/personas/persona.js';
import { type DiscordServer, startDiscordServer } from '../platforms/discord/discordServer.js';
import { startTelegramServer, type TelegramServer } from '../platforms/telegram/telegramServer.js';
import { openTestShelf } from '../runtime/personas/testShelf.js';
import { until } from '../setup/until.js';
import { type GatewayProcess, makeDataDir, startGatewayProcess } from './gateway.js';

/** Scopes and languages in which Telegram has a list: two scopes in seven languages, and the rest of the world. */
const TELEGRAM_LISTS = 15;
const MAX_MENU = 100;
const USER_SKILLS = 100;

const BUILTINS = Object.keys(COMMAND_SPECS);
const shelf = openTestShelf({ hasCoordinator: true });
const PERSONAS = shelf.listPersonas().map(commandOf);
shelf.close();

let telegram: TelegramServer;
let discord: DiscordServer;
let gateway: GatewayProcess;
const home = makeDataDir();

const start = async () => {
  gateway = await startGatewayProcess({
    TELEGRAM_BOT_TOKEN: telegram.bot.token,
    TELEGRAM_API_ROOT: telegram.url,
    DISCORD_BOT_TOKEN: discord.bot.token,
    DISCORD_API_URL: discord.api,
    WAGGLE_COORDINATOR_MODE: '1',
    WAGGLE_DATA_DIR: home.dataDir,
  });
};

const writeFolderOf = (kind: 'skills' | 'personas', file: string, text: string) => {
  const path = join(home.dataDir, kind, file);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
};

const published = () => telegram.callsOf('setMyCommands').filter(({ outcome }) => outcome?.ok === true).length;
const onDiscord = () => discord.commands().flatMap(({ definition }) => (definition.type === 1 ? [definition] : []));

beforeAll(async () => {
  for (let n = 0; n < USER_SKILLS; n += 1) {
    const slug = `user-skill-${String(n).padStart(3, '0')}`;
    const description = `Use when the user asks for matter ${n} — ${'and what belongs to it, '.repeat(12)}whole.`;
    writeFolderOf('skills', `${slug}/SKILL.md`, `---\nname: ${slug}\ndescription: ${description}\n---\nDo it well.\n`);
  }
  telegram = await startTelegramServer({ rates: 'off', pollDelays: false });
  discord = await startDiscordServer();
  await start();
}, 60_000);
afterAll(async () => {
  await gateway.child.stop();
  await Promise.all([telegram.close(), discord.close()]);
  home.remove();
});

it('all personas, the bundled skills and a hundred more: menus are full, valid, built-ins first', {
  timeout: 60_000,
}, async () => {
  expect(PERSONAS).toHaveLength(22);
  await until(() => published() === TELEGRAM_LISTS && onDiscord().length > 0, 'all menus', 30_000);
  const inPrivate = telegram.bot.commands(JSON.stringify([{ type: 'all_private_chats' }, '']));
  const lists = [inPrivate.map(({ command }) => command), onDiscord().map(({ name }) => name)];
  for (const names of lists) {
    expect(names).toHaveLength(MAX_MENU);
    expect(names.slice(0, BUILTINS.length + PERSONAS.length)).toEqual([...BUILTINS, ...PERSONAS]);
    expect(names).toContain('artifact_delivery');
    expect(names).toContain('user_skill_000');
    expect(new Set(names).size).toBe(MAX_MENU);
  }
  for (const { description } of inPrivate) expect(description).toMatch(/^.{1,256}$/);
  expect(inPrivate.every(({ description }) => !/\p{Cs}/u.test(description))).toBe(true);
  expect(gateway.log()).toMatch(/"dropped":\[[^\]]*user_skill_099/);
  expect([telegram.refused(), discord.refused()]).toEqual([[], []]);
});

it('a restart publishes nothing; one more persona publishes all lists once', { timeout: 60_000 }, async () => {
  expect(await gateway.stop()).toBe(0);
  const before = { telegram: published(), discord: discord.callsOf('overwriteCommands').length };
  await start();
  await discord.waitFor(() => discord.gateway.isConnected(), { timeoutMs: 20_000 });
  telegram.privateChat(7).say('/whoami');
  await telegram.waitFor(() => telegram.callsOf('sendMessage').length > 0, { timeoutMs: 20_000 });
  expect({ telegram: published(), discord: discord.callsOf('overwriteCommands').length }).toEqual(before);
  expect(await gateway.stop()).toBe(0);

  writeFolderOf('personas', 'chef.md', '---\nname: Chef\nicon: 🍳\ntagline: Cooks.\n---\nYou cook.\n');
  await start();
  await until(() => published() === before.telegram + TELEGRAM_LISTS, 'all lists again', 30_000);
  await until(() => onDiscord().some(({ name }) => name === 'chef'), 'the persona on Discord', 30_000);
  expect(discord.callsOf('overwriteCommands')).toHaveLength(before.discord + 1);
  expect(onDiscord()).toHaveLength(MAX_MENU);
  expect(discord.commandCreates()).toBeLessThanOrEqual(MAX_MENU + 2);
  expect([telegram.refused(), discord.refused()]).toEqual([[], []]);
});

it('the manifest for Slack keeps within its fifty commands', () => {
  const specs = Object.values(COMMAND_SPECS);
  const more = PERSONAS.map((name) => ({ ...COMMAND_SPECS.stop, name }));
  const manifest = JSON.stringify(slackManifest(null, [...specs, ...more]));
  expect(manifest.match(/"command":"\/waggle/g)).toHaveLength(50);
  for (const name of BUILTINS) expect(manifest).toContain(`"/waggle-${name.replaceAll('_', '-')}"`);
});
