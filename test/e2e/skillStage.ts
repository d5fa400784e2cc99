import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type ModelServer, startModelServer } from '../platforms/model/modelServer.js';
import type { ModelRequest } from '../platforms/model/request.js';
import { startTelegramServer, type TelegramServer } from '../platforms/telegram/telegramServer.js';
import { startChild, type TestChild } from '../setup/childProcess.js';
import { makeDataDir } from './gateway.js';

/** The world of the tests of skills that tasks leave: fresh for each test. */
export interface SkillStage {
  readonly model: ModelServer;
  readonly telegram: TelegramServer;
  /** Starts the built gateway, with a tool to look things up; again after it was ended. */
  start(): Promise<TestChild>;
  /** The SKILL.md that was saved for Ada (user 11); rejects where there is none. */
  skillFile(): Promise<string>;
}

export const ANSWER = 'Here is the comparison you asked for.';
export const NOTICE = 'Saved as a skill: vendor-comparison. Use when the user compares vendors.';
export const SKILL = {
  name: 'vendor-comparison',
  description: 'Use when the user compares vendors.',
  content: 'Look up each vendor, note price and terms, then compare in a table.',
};
export const generous = { timeoutMs: 30_000 };

export function isDistillation({ body }: ModelRequest): boolean {
  return body.tools?.map((tool) => tool.function.name).join() === 'search_skills,read_skill,create_skill';
}

/** A conversation whose task takes five calls; `saving` holds the background job before it saves. */
export function scriptTask(model: ModelServer, saving: Promise<void> = Promise.resolve()): void {
  model.script((request) => {
    if (isDistillation(request)) {
      if (request.toolResults.size > 0) return { text: 'Saved.' };
      return { hold: saving, toolCalls: [{ name: 'create_skill', arguments: SKILL }] };
    }
    if (request.lastUser.startsWith('Compare') && request.toolResults.size === 0) {
      return { toolCalls: Array.from({ length: 5 }, (_, n) => ({ name: 'look_up', arguments: { n } })) };
    }
    return { text: request.lastUser.startsWith('Compare') ? ANSWER : 'Yes.' };
  });
}

/** Sets the stage up before each test of the calling file. */
export function useSkillStage(): () => SkillStage {
  let stage: (SkillStage & { close(): Promise<void> }) | null = null;
  beforeEach(async () => {
    const home = makeDataDir();
    const model = await startModelServer();
    const telegram = await startTelegramServer({ rates: 'off', pollDelays: false });
    const children: TestChild[] = [];
    const owner = `telegram%3A${telegram.bot.user.id}%3A11`;
    stage = {
      model,
      telegram,
      start: async () => {
        const child = startChild('./children/gatewayWithTools.mjs', import.meta.url, [], {
          TELEGRAM_BOT_TOKEN: telegram.bot.token,
          TELEGRAM_API_ROOT: telegram.url,
          LITELLM_URL: model.url,
          OPENAI_BASE_URL: '',
          OPENAI_API_KEY: '',
          REDIS_URL: '',
          WAGGLE_CONFIG: '',
          WAGGLE_HTTP_PORT: '0',
          WAGGLE_ACCESS: 'open',
          WAGGLE_DATA_DIR: home.dataDir,
          WAGGLE_SWEEP_MS: '200',
          WAGGLE_LEASE_MS: '2000',
        });
        children.push(child);
        await child.waitForLine((line) => line.startsWith('Running:'));
        return child;
      },
      skillFile: () => readFile(join(home.dataDir, 'skills', '_own', owner, SKILL.name, 'SKILL.md'), 'utf8'),
      close: async () => {
        for (const child of children) await child.stop();
        await telegram.close();
        await model.close();
        home.remove();
      },
    };
  });
  afterEach(async () => {
    await stage?.close();
    stage = null;
  });
  return () => {
    if (stage === null) throw new Error('there is no stage outside a test');
    return stage;
  };
}
