import type { DiscordServer } from '../../platforms/discord/discordServer.js';
import {
  ACKNOWLEDGE_MS,
  type InteractionRecord,
  TOKEN_MS,
  type TokenLife,
} from '../../platforms/discord/interactionRecord.js';
import type { DmPlace, Doings } from '../../platforms/discord/people.js';
import type { PlaceView } from '../../platforms/discord/view.js';
import { visibleText } from '../../platforms/discord/visibleText.js';
import type { SeededRandom } from '../../setup/seededRandom.js';
import type { Doing } from './world.js';

/** What `/mode` and `/mode queue` are answered with, where nothing else was set. */
export const QUEUE = 'queue: each message waits for the answer before it, then gets its own.';

const MENU = 'Ask about this';

const PATIENCE_MS = 30_000;

/** The gateway uses a token for 14.5 minutes. */
const USED_MS = TOKEN_MS - 30_000;

/**
 * Some tokens end in the middle of the turn, milliseconds after they came: those whose id says that they are old, and those that end
 * before their time.
 */
export function drawTokenLife(random: SeededRandom): TokenLife {
  const ms = random.between(2_500, 6_000);
  return random.pick([
    { ms: TOKEN_MS, isTold: true },
    { ms: TOKEN_MS - USED_MS + ms, isTold: true },
    { ms, isTold: false },
  ]);
}

/** What became of an interaction; without a first answer in time the person is told that it failed. */
async function outcomeOf(discord: DiscordServer, interaction: InteractionRecord): Promise<'taken' | 'failed'> {
  const isAnswered = () => interaction.response !== undefined;
  await discord.waitFor(isAnswered, { timeoutMs: ACKNOWLEDGE_MS + 500 }).catch(() => {});
  return isAnswered() ? 'taken' : 'failed';
}

export function commandIn(discord: DiscordServer, chat: DmPlace): Doing {
  return {
    what: 'a command',
    answer: QUEUE,
    run: () => outcomeOf(discord, chat.slash('mode', { text: 'queue' })),
  };
}

/** A picker and one of its buttons. */
export function pressIn(discord: DiscordServer, chat: DmPlace): Doing {
  const pickers = () =>
    chat.botMessages().filter(({ components, content }) => components.length > 0 && visibleText(content) === QUEUE);
  return {
    what: 'a button',
    answer: QUEUE,
    run: async () => {
      if ((await outcomeOf(discord, chat.slash('mode'))) === 'failed') return 'failed';
      const patience = { timeoutMs: PATIENCE_MS };
      const [picker] = await discord.waitFor(() => pickers().length > 0 && pickers(), patience).catch(() => []);
      // A picker that comes late, or whose press failed, reads the same.
      if (picker === undefined) return 'taken';
      if ((await outcomeOf(discord, chat.pressButton(picker, 'c:/mode queue'))) === 'failed') return 'taken';
      await discord.waitFor(() => pickers().length === 0, patience).catch(() => {});
      return 'taken';
    },
  };
}

/** The entry in the menu of what somebody said before, and the window that it opens. */
export function askIn(discord: DiscordServer, view: PlaceView, person: Doings): Doing {
  return {
    what: 'a question by the menu of a message',
    answer: 'model',
    run: async (question) => {
      const said = view.messages().findLast(({ author }) => !author.isBot);
      if (said === undefined) return 'failed';
      const asked = person.contextMenu(MENU, said);
      const isOpen = () => asked.modal !== undefined;
      await discord.waitFor(isOpen, { timeoutMs: ACKNOWLEDGE_MS + 500 }).catch(() => {});
      if (!isOpen()) return 'failed';
      return outcomeOf(discord, person.submitModal(asked, { question }));
    },
  };
}
