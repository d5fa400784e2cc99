import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild, type TestChild } from '../setup/childProcess.js';

/** A gateway as its operator starts it: the built code in a process of its own, as a service. */
export interface GatewayProcess {
  readonly child: TestChild;
  /** Log lines as objects' texts; the last ones help when a test fails. */
  log(): string;
  /** Base URL of its HTTP server. */
  url(): Promise<string>;
  /** SIGTERM, and waits for the end. */
  stop(): Promise<number | NodeJS.Signals>;
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>;
}

/** A folder for one test's gateway, and what removes it. */
export function makeDataDir(): { readonly dataDir: string; remove(): void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'waggle-e2e-'));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/** Settings that a machine may have and a test must not see. */
export const CLEAN = {
  LITELLM_URL: '',
  OPENAI_BASE_URL: '',
  OPENAI_API_KEY: '',
  TELEGRAM_BOT_TOKEN: '',
  SLACK_BOT_TOKEN: '',
  SLACK_APP_TOKEN: '',
  SLACK_SIGNING_SECRET: '',
  DISCORD_BOT_TOKEN: '',
  REDIS_URL: '',
  SEARXNG_URL: '',
  BRAVE_API_KEY: '',
  TAVILY_API_KEY: '',
  PERPLEXITY_API_KEY: '',
  WAGGLE_CONFIG: '',
  // Tests write faster than people.
  WAGGLE_RATE_LIMITS: 'off',
};

/** Starts `waggle start` with these settings and does not wait for anything. */
export function launchGateway(settings: Readonly<Record<string, string>>): TestChild {
  return startChild('../../dist/cli/main.js', import.meta.url, ['start'], {
    ...CLEAN,
    WAGGLE_HTTP_PORT: settings.WAGGLE_ROLE === 'worker' ? '' : '0',
    ...settings,
  });
}

/** Starts a gateway and resolves when it has said what is running. */
export async function startGatewayProcess(settings: Readonly<Record<string, string>>): Promise<GatewayProcess> {
  const child = launchGateway(settings);
  await child.waitForLine((line) => line.startsWith('Running:'));
  return gatewayOf(child);
}

/** A gateway that was launched and runs by now. */
export function gatewayOf(child: TestChild): GatewayProcess {
  return {
    child,
    log: () => child.errors.join('\n'),
    url: async () => {
      const line = await child.waitForLine((text) => text.startsWith('Running:'));
      const found = /web chat (http:\S+)\//.exec(line)?.[1];
      if (found === undefined) throw new Error(`no web chat in: ${line}`);
      return found;
    },
    stop: async () => {
      child.signal('SIGTERM');
      return child.ended;
    },
    kill: async () => {
      child.signal('SIGKILL');
      await child.ended;
    },
  };
}
