import { resolve } from 'node:path';
import { runTerminalChat } from '../channels/terminal/chat.js';
import { discoverGateway } from '../channels/terminal/discover.js';
import { renderTerminal } from '../channels/terminal/render.js';
import { systemClock } from '../core/clock.js';
import { silentLog } from '../core/log.js';
import { readHttpToken, TOKEN_FILE } from '../http/token.js';
import { EXIT } from './exit.js';
import { readConfigOrTell } from './settings.js';
import { run } from './start.js';

/** `waggle chat`: a client of the gateway that runs on this data directory, else of one that it starts. */
export async function chat(conversation: string): Promise<number> {
  const config = readConfigOrTell();
  if (config === null) return EXIT.config;
  const dataDir = resolve(config.processes.dataDir);
  const running = await discoverGateway(dataDir, systemClock);
  if (running === null) return run(config, true, conversation);
  const token = config.http.token ?? (await readHttpToken(resolve(dataDir, TOKEN_FILE), silentLog)) ?? undefined;
  await runTerminalChat({
    baseUrl: running.url,
    token,
    input: process.stdin,
    output: process.stdout,
    clock: systemClock,
    historyFile: resolve(dataDir, 'terminal-history'),
    conversation,
    render: renderTerminal,
    colour: process.env.NO_COLOR === undefined,
  });
  return EXIT.ok;
}
