import { afterEach, beforeEach } from 'vitest';
import { type ModelServer, startModelServer } from '../platforms/model/modelServer.js';
import { type SlackServer, startSlackServer } from '../platforms/slack/slackServer.js';
import { type GatewayProcess, makeDataDir, startGatewayProcess } from './gateway.js';

/** A Slack server, a model endpoint and a data directory of one test. */
export interface SlackStage {
  readonly model: ModelServer;
  readonly slack: SlackServer;
  /** Starts a gateway process and waits until it listens; the last one is stopped at the end. */
  start(more?: Readonly<Record<string, string>>): Promise<GatewayProcess>;
}

/** A stage for each test of the file. */
export function useSlackStage(): () => SlackStage {
  let model: ModelServer;
  let slack: SlackServer;
  let gateway: GatewayProcess | null = null;
  let home: ReturnType<typeof makeDataDir>;

  const start: SlackStage['start'] = async (more = {}) => {
    gateway = await startGatewayProcess({
      SLACK_BOT_TOKEN: slack.app.botToken,
      SLACK_APP_TOKEN: slack.app.appToken,
      SLACK_API_URL: slack.url,
      LITELLM_URL: model.url,
      WAGGLE_ACCESS: 'open',
      WAGGLE_DATA_DIR: home.dataDir,
      WAGGLE_LEASE_MS: '2000',
      WAGGLE_SWEEP_MS: '200',
      ...more,
    });
    if (more.SLACK_APP_TOKEN !== '') {
      await slack.waitFor(() => slack.app.sockets().length === 2, { what: 'two sockets', timeoutMs: 20_000 });
    }
    return gateway;
  };

  beforeEach(async () => {
    home = makeDataDir();
    model = await startModelServer();
    slack = await startSlackServer({ rates: 'documented' });
  });

  afterEach(async () => {
    await gateway?.child.stop();
    gateway = null;
    await slack.close();
    await model.close();
    home.remove();
  });

  return () => ({ model, slack, start });
}
