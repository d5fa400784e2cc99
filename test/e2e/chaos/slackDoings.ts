import type { Envelope } from '../../platforms/slack/envelope.js';
import type { Interaction } from '../../platforms/slack/interact.js';
import type { Channel, DirectMessages } from '../../platforms/slack/people.js';
import type { SlackServer } from '../../platforms/slack/slackServer.js';
import type { StoredMessage, UserRecord } from '../../platforms/slack/world.js';
import type { Doing } from './world.js';

/** What `/mode` and `/mode queue` are answered with, where nothing else was set. */
const QUEUE = 'queue: each message waits for the answer before it, then gets its own.';

const COMMAND = '/waggle';
const SHORTCUT = 'waggle_ask';

/** Slack waits 3 s for an acknowledgement; a view must be opened in that time as well. */
const ACK_MS = 4_000;

const PATIENCE_MS = 30_000;

/** What became of it. Without an acknowledgement the person is told that it failed, but it may have arrived. */
async function outcomeOf(slack: SlackServer, { state }: { state(): Envelope['state'] }): Promise<'taken' | 'unsure'> {
  await slack.waitFor(() => state() !== 'waiting', { timeoutMs: ACK_MS }).catch(() => {});
  return state() === 'acked' ? 'taken' : 'unsure';
}

const stateOf = ({ envelope }: Pick<Interaction, 'envelope'>) => ({ state: () => envelope.state });

/** A question by the app's slash command, where the app is: answered in the conversation. */
export function commandIn(slack: SlackServer, chat: DirectMessages): Doing {
  return {
    what: 'a question by a command',
    answer: 'model',
    run: (question) => outcomeOf(slack, stateOf(chat.slashCommand(COMMAND, question))),
  };
}

/** The same where the app is no member: answered by the command's address, to the person alone. */
export function strangeCommandIn(slack: SlackServer, channel: Channel, person: UserRecord): Doing {
  return {
    what: 'a question by a command from elsewhere',
    answer: 'model',
    run: (question) => outcomeOf(slack, stateOf(channel.slashCommand(person, COMMAND, question))),
  };
}

/** A picker and one of its buttons. */
export function pressIn(slack: SlackServer, chat: DirectMessages): Doing {
  const pickers = () =>
    chat
      .botMessages()
      .filter(
        (message) => message.blocks.some(({ type }) => type === 'actions') && slack.textOf(message).startsWith(QUEUE),
      );
  return {
    what: 'a button',
    answer: QUEUE,
    run: async () => {
      chat.say('!mode');
      const patience = { timeoutMs: PATIENCE_MS };
      const [picker] = await slack.waitFor(() => pickers().length > 0 && pickers(), patience).catch(() => []);
      // A picker that comes late, or whose press failed, reads the same.
      if (picker === undefined) return 'taken';
      await outcomeOf(slack, stateOf(chat.pressButton(picker, '/mode queue')));
      await slack.waitFor(() => pickers().length === 0, patience).catch(() => {});
      return 'taken';
    },
  };
}

/** "Ask about this" in the menu of a thread's first message, and the window that it opens. */
export function askIn(
  slack: SlackServer,
  channel: Channel,
  person: UserRecord,
  root: () => StoredMessage | undefined,
): Doing {
  return {
    what: 'a question by the menu of a message',
    answer: 'model',
    run: async (question) => {
      const first = root();
      if (first === undefined) return 'failed';
      const known = new Set(slack.views(person));
      channel.shortcut(person, first, SHORTCUT);
      const opened = () =>
        slack.views(person).find((view) => !known.has(view) && view.privateMetadata.includes(first.ts));
      const view = await slack.waitFor(opened, { timeoutMs: ACK_MS }).catch(() => null);
      if (view === null) return 'failed';
      const envelope = slack.submitView(view, { question });
      return outcomeOf(slack, { state: () => envelope.state });
    },
  };
}
