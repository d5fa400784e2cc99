import { resolve } from 'node:path';
import { discoverGateway } from '../channels/terminal/discover.js';
import { systemClock } from '../core/clock.js';
import { silentLog } from '../core/log.js';
import { readHttpToken, TOKEN_FILE } from '../http/token.js';
import { EXIT } from './exit.js';
import { readConfigOrTell } from './settings.js';
import { run } from './start.js';
import { chatAtTerminal } from './terminal.js';

/** `waggle chat`: a client of the gateway that runs on this data directory, else of one that it starts. */
export async function chat(conversation: string): Promise<number> {
  const config = readConfigOrTell();
  if (config === null) return EXIT.config;
  const dataDir = resolve(config.processes.dataDir);
  const running = await discoverGateway(dataDir, systemClock);
  if (running === null) return run(config, true, conversation);
  const token = config.http.token ?? (await readHttpToken(resolve(dataDir, TOKEN_FILE), silentLog)) ?? undefined;
  await chatAtTerminal({ baseUrl: running.url, token, dataDir, conversation });
  return EXIT.ok;
}
