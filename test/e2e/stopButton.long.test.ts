import { beforeEach, describe, expect, it } from 'vitest';
import { createGate } from '../platforms/gate.js';
import type { ModelServer } from '../platforms/model/modelServer.js';
import type { SlackServer } from '../platforms/slack/slackServer.js';
import { type SlackStage, useSlackStage } from './slackStage.js';

const stage = useSlackStage();
let model: ModelServer;
let slack: SlackServer;
let start: SlackStage['start'];
beforeEach(() => {
  ({ model, slack, start } = stage());
});

describe('a turn whose process died and that is stopped then', () => {
  it.each(['known', 'lost'] as const)(
    'leaves no stop button, whether its message is %s to the store',
    { timeout: 120_000 },
    async (outcome) => {
      const [more, never] = [createGate(), createGate()];
      const pauses = [
        { afterChunks: 5, until: more.opened },
        { afterChunks: 6, until: never.opened },
      ];
      model.script(() => ({
        text: 'A beginning that can be read well enough. And more of it.',
        chunkChars: 9,
        pauses,
      }));
      const dying = await start({ WAGGLE_LEASE_MS: '15000' });
      const ada = slack.user({ name: 'Ada' });
      const room = slack.channel();
      // The message stands in the chat, and the process dies before it hears of that.
      if (outcome === 'lost') slack.inject({ method: 'chat.postMessage', fault: { kind: 'hang-after' } });
      room.mention(ada, 'go on for ever');
      const message = await room.waitForBotMessage((shown) => shown.blocks.some((block) => block.type === 'actions'));
      if (outcome === 'known') {
        more.open();
        await slack.waitForCall((call) => call.method === 'chat.update', { timeoutMs: 20_000 });
      }
      await dying.kill();
      await slack.waitFor(() => slack.app.sockets().length === 0, { what: 'no socket' });
      await start({ WAGGLE_LEASE_MS: '15000' });
      room.pressButton(ada, message);
      await slack.waitFor(() => message.blocks.every((block) => block.type !== 'actions'), {
        what: 'the button gone',
        timeoutMs: 60_000,
      });
      expect(slack.textOf(message)).toContain('A beginning that can be read');
      expect(model.requests).toHaveLength(1);
      expect(slack.refused()).toEqual([]);
      never.open();
    },
  );
});
