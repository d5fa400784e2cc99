import { expect } from 'vitest';
import { createChatMoves } from '../../../../src/channels/telegram/egress/chatMoves.js';
import { createTelegramEgress } from '../../../../src/channels/telegram/egress/egress.js';
import { createTelegramApi } from '../../../../src/channels/telegram/wire/api.js';
import { systemClock } from '../../../../src/core/clock.js';
import type { ChatAddress } from '../../../../src/core/message.js';
import type { Egress, Rendered, SendOptions, Sent } from '../../../../src/core/ports/egress.js';
import { startTelegramServer, type TelegramServer } from '../../../platforms/telegram/telegramServer.js';
import { type RecordedLog, recordLog } from '../setup.js';

/** A message as the renderer makes it. */
export function text(plain: string, entities: { type: 'bold'; offset: number; length: number }[] = []): Rendered {
  return { units: plain.length, parts: entities.length, payload: { text: plain, entities }, plain };
}

export const plainOptions: SendOptions = { silent: false, replyTo: null, nonce: 'n', stopButton: null, choices: [] };

/** A signal that never fires. */
export const never = new AbortController().signal;

export function idOf(sent: Sent): string {
  expect(sent.ok).toBe(true);
  return sent.ok ? sent.id : '';
}

/** A server and the sending half of its bot's channel. */
export interface Outlet {
  readonly server: TelegramServer;
  readonly egress: Egress;
  readonly log: RecordedLog;
  readonly moved: { from: string; to: string }[];
  at(chat: { id: number }, more?: Partial<ChatAddress>): ChatAddress;
  send(address: ChatAddress, words: string, options?: Partial<SendOptions>): Promise<Sent>;
  edit(address: ChatAddress, id: string, words: string): Promise<Sent>;
  close(): Promise<void>;
}

export async function openOutlet(): Promise<Outlet> {
  const server = await startTelegramServer();
  const api = createTelegramApi({ token: server.bot.token, apiRoot: server.url, clock: systemClock });
  const log = recordLog();
  const moved: Outlet['moved'] = [];
  const egress = createTelegramEgress({
    api,
    render: () => text(''),
    rate: 30,
    moves: createChatMoves(),
    onMoved: ({ from, to }) => moved.push({ from, to }),
    clock: systemClock,
    log,
  });
  return {
    server,
    egress,
    log,
    moved,
    at: (chat, more = {}) => ({
      platform: 'telegram',
      account: String(server.bot.id),
      chat: String(chat.id),
      kind: chat.id > 0 ? 'dm' : 'group',
      ...more,
    }),
    send: (address, words, options = {}) => egress.send(address, text(words), { ...plainOptions, ...options }, never),
    edit: (address, id, words) => egress.edit(address, id, text(words), { stopButton: null, choices: [] }, never),
    close: async () => {
      api.close();
      await server.close();
    },
  };
}
