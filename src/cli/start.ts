import { resolve } from 'node:path';
import { removeGatewayFile, writeGatewayFile } from '../channels/terminal/discover.js';
import type { Config } from '../config/config.js';
import { systemClock } from '../core/clock.js';
import { toWaggleError } from '../core/errors.js';
import { createRedactor } from '../core/secrets/redactor.js';
import { type Gateway, startGateway } from '../main.js';
import { EXIT } from './exit.js';
import { createLogger } from './logger.js';
import { findOllama } from './ollama.js';
import { readConfigOrTell, secretsOf } from './settings.js';
import { describeStart } from './startLines.js';
import { chatAtTerminal } from './terminal.js';

/** After the drain the rest of the shutdown gets this long; then the process ends whatever hangs. */
const SHUTDOWN_GRACE_MS = 4500;

/** npm hands signals on, so that one to the whole process group arrives twice: not a person's second Ctrl-C. */
const REPEATED_SIGNAL_MS = 1000;

/** `waggle start`: the gateway; with a terminal chat where a person sits, else as a service until SIGTERM or SIGINT. */
export async function start(): Promise<number> {
  const config = readConfigOrTell();
  if (config === null) return EXIT.config;
  const isInteractive =
    process.stdin.isTTY === true && process.stdout.isTTY === true && config.processes.role !== 'worker';
  return run(config, isInteractive, 'terminal');
}

/** Runs a gateway until it is told to end, chatting in `conversation` when a person sits at the terminal. */
export async function run(config: Config, isInteractive: boolean, conversation: string): Promise<number> {
  const dataDir = resolve(config.processes.dataDir);
  const redactor = createRedactor(secretsOf(config));
  const { log, close } = createLogger({
    toFile: process.stderr.isTTY === true,
    dataDir,
    level: 'info',
    redactor,
  });
  const ending = new AbortController();
  const signalled = waitForSignal(isInteractive, ending.signal);
  const lookingForOllama = config.model.endpoint === undefined ? findOllama() : Promise.resolve(null);
  const leaving = new AbortController();
  void signalled.then(() => leaving.abort());

  let gateway: Gateway;
  try {
    gateway = await startGateway({
      config,
      clock: systemClock,
      log,
      redactor,
      signal: leaving.signal,
      onStandby: (holder) => {
        const line = `Another gateway (${holder}) uses ${dataDir}; this one stands by until it ends. To run several, set REDIS_URL.`;
        log.warn({ holder }, line);
        if (process.stderr.isTTY) process.stderr.write(`${line}\n`);
      },
    });
  } catch (thrown) {
    ending.abort();
    if (leaving.signal.aborted) return EXIT.ok;
    log.error({ err: thrown }, 'the gateway could not start');
    close();
    throw thrown;
  }

  const lines = describeStart(config, gateway, await lookingForOllama, process.stdout.isTTY === true);
  process.stdout.write(`${lines.join('\n')}\n`);
  if (gateway.url !== null) await writeGatewayFile(dataDir, { url: gateway.url, pid: process.pid });

  const chatting =
    isInteractive && gateway.url !== null
      ? chatAtTerminal({
          baseUrl: gateway.url,
          token: gateway.token?.token,
          dataDir,
          conversation,
          signal: leaving.signal,
        })
      : null;
  let code: number = EXIT.ok;
  try {
    await Promise.race([signalled, gateway.failure, ...(chatting === null ? [] : [chatting])]);
  } catch (thrown) {
    const error = toWaggleError(thrown);
    log.error({ err: thrown }, 'the gateway cannot go on');
    process.stderr.write(`waggle: ${error.message}\n`);
    code = error.code === 'other-data-dir' ? EXIT.config : EXIT.tryAgain;
  }
  log.info({}, 'shutting down');
  const stopTimer = systemClock.after(config.processes.drainMs + SHUTDOWN_GRACE_MS, () => {
    log.error({}, 'shutdown takes too long; ending now, another process or the next start takes over');
    process.exit(code);
  });
  if (gateway.url !== null) await removeGatewayFile(dataDir, process.pid);
  await gateway.stop();
  stopTimer();
  ending.abort();
  log.info({}, 'over');
  close();
  return code;
}

/** Resolves at SIGTERM, and at SIGINT where no terminal chat handles Ctrl-C. A second signal ends the process at once. */
function waitForSignal(isInteractive: boolean, over: AbortSignal): Promise<void> {
  return new Promise((resolveWait) => {
    let firstAt: number | null = null;
    const onSignal = () => {
      const now = systemClock.now();
      firstAt ??= now;
      if (now - firstAt > REPEATED_SIGNAL_MS) process.exit(EXIT.tryAgain);
      resolveWait();
    };
    const signals: NodeJS.Signals[] = isInteractive ? ['SIGTERM', 'SIGHUP'] : ['SIGTERM', 'SIGINT', 'SIGHUP'];
    for (const signal of signals) process.on(signal, onSignal);
    over.addEventListener('abort', () => {
      for (const signal of signals) process.off(signal, onSignal);
      resolveWait();
    });
  });
}
