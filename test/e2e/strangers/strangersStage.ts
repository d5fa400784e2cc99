import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { type DiscordServer, startDiscordServer } from '../../platforms/discord/discordServer.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import { type SlackServer, startSlackServer } from '../../platforms/slack/slackServer.js';
import { startTelegramServer, type TelegramServer } from '../../platforms/telegram/telegramServer.js';
import { until } from '../../setup/until.js';
import { type GatewayProcess, makeDataDir, startGatewayProcess } from '../gateway.js';
import type { Attempt, Trail } from './route.js';

/** All platforms with one gateway on them, and a second one that platforms call by HTTP. Both let nobody but the owner in. */
export interface StrangersStage {
  readonly telegram: TelegramServer;
  readonly slack: SlackServer;
  readonly discord: DiscordServer;
  readonly model: ModelServer;
  readonly owner: {
    readonly telegram: ReturnType<TelegramServer['user']>;
    readonly slack: ReturnType<SlackServer['user']>;
    readonly discord: ReturnType<DiscordServer['user']>;
  };
  readonly url: { readonly chat: string; readonly webhooks: string };
  /** Waits until the audit log has all lines that an attempt leaves; `before`: counts of those that name nobody. */
  waitForTrails(attempt: Attempt, before: ReadonlyMap<string, number>): Promise<void>;
  /** Lines about nobody in particular, by what was tried, with their counts. */
  nobodys(): ReadonlyMap<string, number>;
  /** The owner is answered on each platform: whatever came before that was decided. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const OWNER = 1;
const keyOf = ({ kind, decision, call }: Omit<Trail, 'actor'>) => `${kind} ${decision} ${call ?? ''}`;

export async function openStrangersStage(): Promise<StrangersStage> {
  const [model, telegram, slack, discord] = await Promise.all([
    startModelServer(),
    startTelegramServer({ rates: 'off', pollDelays: false, bot: { canReadAllGroupMessages: true } }),
    startSlackServer({ rates: 'off' }),
    startDiscordServer({ rates: 'off' }),
  ]);
  const owner = {
    telegram: telegram.user(OWNER, { name: 'Owner' }),
    slack: slack.user({ name: 'owner' }),
    discord: discord.user({ name: 'owner' }),
  };
  const homes = [makeDataDir(), makeDataDir()] as const;
  const common = { LITELLM_URL: model.url, WAGGLE_SWEEP_MS: '200' };
  const gateway = await startGatewayProcess({
    ...common,
    TELEGRAM_BOT_TOKEN: telegram.bot.token,
    TELEGRAM_API_ROOT: telegram.url,
    SLACK_BOT_TOKEN: slack.app.botToken,
    SLACK_APP_TOKEN: slack.app.appToken,
    SLACK_API_URL: slack.url,
    DISCORD_BOT_TOKEN: discord.bot.token,
    DISCORD_API_URL: discord.api,
    WAGGLE_DATA_DIR: homes[0].dataDir,
    WAGGLE_OWNER: `telegram:${OWNER},slack:${owner.slack.id},discord:${owner.discord.id}`,
  });
  const called = await startGatewayProcess({
    ...common,
    TELEGRAM_BOT_TOKEN: telegram.addBot().token,
    TELEGRAM_API_ROOT: telegram.url,
    TELEGRAM_WEBHOOK_URL: 'https://bot.example/hook/telegram',
    TELEGRAM_WEBHOOK_SECRET: 'the-right-secret',
    SLACK_BOT_TOKEN: slack.addApp().botToken,
    SLACK_SIGNING_SECRET: 'the-right-signing-secret',
    SLACK_API_URL: slack.url,
    WAGGLE_DATA_DIR: homes[1].dataDir,
  });
  const timeoutMs = 30_000;
  await slack.waitFor(() => slack.app.sockets().length === 2, { what: 'two sockets', timeoutMs });
  await discord.waitFor(() => discord.gateway.isConnected() && discord.commands().length > 0, {
    what: 'a gateway that listens on Discord',
    timeoutMs,
  });
  const dbs = homes.map(({ dataDir }) => new BetterSqlite3(join(dataDir, 'gateway.db'), { readonly: true }));
  const url = { chat: await gateway.url(), webhooks: await called.url() };

  const has = (trail: Trail): boolean =>
    dbs.some(
      (db) =>
        db
          .prepare('SELECT 1 FROM access_log WHERE actor = @actor AND kind = @kind AND decision = @decision')
          .get({ actor: trail.actor, kind: trail.kind, decision: trail.decision }) !== undefined,
    );
  const nobodys = () => {
    const rows = dbs.flatMap((db) =>
      db
        .prepare<[], { kind: Trail['kind']; decision: Trail['decision']; call: string; times: number }>(
          `SELECT kind, decision, call, sum(count) AS times FROM access_log WHERE actor = 'unknown'
           GROUP BY kind, decision, call`,
        )
        .all(),
    );
    return new Map(rows.map((row) => [keyOf(row), row.times]));
  };

  return {
    telegram,
    slack,
    discord,
    model,
    owner,
    url,
    nobodys,
    waitForTrails: async (attempt, before) => {
      for (const trail of attempt.trails) {
        const isThere = () =>
          trail.actor === null ? (nobodys().get(keyOf(trail)) ?? 0) > (before.get(keyOf(trail)) ?? 0) : has(trail);
        await until(isThere, `an audit line of ${trail.actor ?? keyOf(trail)}`);
      }
    },
    settle: async () => {
      const [chat, slackDm, discordDm] = [
        telegram.privateChat(owner.telegram),
        slack.dm(owner.slack),
        discord.dm(owner.discord),
      ];
      for (const dm of [chat, slackDm, discordDm]) dm.say('settled?');
      await Promise.all([
        chat.waitForBotMessage(({ text }) => text.includes('settled'), { timeoutMs }),
        slackDm.waitForBotMessage((message) => slack.textOf(message).includes('settled'), { timeoutMs }),
        discordDm.waitForBotMessage(({ content }) => content.includes('settled'), { timeoutMs }),
      ]);
    },
    close: async () => {
      for (const db of dbs) db.close();
      const processes: readonly GatewayProcess[] = [gateway, called];
      await Promise.all(processes.map((one) => one.child.stop()));
      await Promise.all([telegram.close(), slack.close(), discord.close(), model.close()]);
      for (const home of homes) home.remove();
    },
  };
}
