import type { Database } from 'better-sqlite3';
import { type ChannelMemory, type ChatSettings, TROUBLE_KEYS } from '../core/ports/channelMemory.js';
import { preparedOnce } from './preparedOnce.js';

interface Entry {
  readonly key: string;
  readonly value: string;
}

const statements = preparedOnce((db) => ({
  remembered: db.prepare<[string, string], { value: string }>(
    'SELECT value FROM channel_memory WHERE account = ? AND key = ?',
  ),
  remember: db.prepare<[string, string, string, number]>(
    `INSERT INTO channel_memory (account, key, value, at) VALUES (?, ?, ?, ?)
     ON CONFLICT (account, key) DO UPDATE SET value = excluded.value, at = excluded.at`,
  ),
  list: db.prepare<[string, number, string], Entry>(
    'SELECT key, value FROM channel_memory WHERE account = ? AND substr(key, 1, ?) = ? ORDER BY key',
  ),
  troubles: db.prepare<[number, number, string], { account: string; trouble: string }>(
    `SELECT account, substr(key, ?) AS trouble FROM channel_memory WHERE substr(key, 1, ?) = ? AND value <> ''
     ORDER BY account, key`,
  ),
  setting: db.prepare<[string, string], { value: string }>(
    'SELECT value FROM chat_setting WHERE chat = ? AND name = ?',
  ),
  set: db.prepare<[string, string, string, string, number]>(
    `INSERT INTO chat_setting (chat, name, value, set_by, at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (chat, name) DO UPDATE SET value = excluded.value, set_by = excluded.set_by, at = excluded.at`,
  ),
  unset: db.prepare<[string, string]>('DELETE FROM chat_setting WHERE chat = ? AND name = ?'),
}));

/** `ChannelMemory.get`. */
export function remembered(db: Database, { account, key }: { account: string; key: string }): string | null {
  return statements(db).remembered.get(account, key)?.value ?? null;
}

/** `ChannelMemory.put`. */
export function remember(db: Database, entry: Parameters<ChannelMemory['put']>[0]): void {
  statements(db).remember.run(entry.account, entry.key, entry.value, entry.now);
}

/** `ChannelMemory.list`. */
export function listRemembered(
  db: Database,
  { account, prefix }: { account: string; prefix: string },
): readonly Entry[] {
  return statements(db).list.all(account, prefix.length, prefix);
}

/** `ChannelMemory.troubles`. */
export function troubles(db: Database): Awaited<ReturnType<ChannelMemory['troubles']>> {
  const { length } = TROUBLE_KEYS;
  return statements(db).troubles.all(length + 1, length, TROUBLE_KEYS);
}

/** `ChatSettings.get`. */
export function chatSetting(db: Database, { chat, name }: { chat: string; name: string }): string | null {
  return statements(db).setting.get(chat, name)?.value ?? null;
}

/** `ChatSettings.set`. */
export function setChatSetting(db: Database, entry: Parameters<ChatSettings['set']>[0]): void {
  const { chat, name, value, by, now } = entry;
  if (value === null) statements(db).unset.run(chat, name);
  else statements(db).set.run(chat, name, value, by, now);
}
