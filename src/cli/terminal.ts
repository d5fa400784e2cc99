import { resolve } from 'node:path';
import { systemClock } from '../core/clock.js';

/** Chats at this terminal with a gateway until the person leaves. The client is loaded only here: a service needs none of it. */
export async function chatAtTerminal(chat: {
  readonly baseUrl: string;
  readonly token: string | undefined;
  readonly dataDir: string;
  readonly conversation: string;
  /** Ends the chat from outside. */
  readonly signal?: AbortSignal;
}): Promise<void> {
  const { dataDir, ...rest } = chat;
  const [{ runTerminalChat }, { renderTerminal }] = await Promise.all([
    import('../channels/terminal/chat.js'),
    import('../channels/terminal/render.js'),
  ]);
  await runTerminalChat({
    ...rest,
    input: process.stdin,
    output: process.stdout,
    clock: systemClock,
    historyFile: resolve(dataDir, 'terminal-history'),
    render: renderTerminal,
    colour: process.env.NO_COLOR === undefined,
  });
}
