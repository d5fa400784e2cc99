import { randomUUID } from 'node:crypto';
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { parseChatEvent } from '../../../src/http/chatEvents.js';
import { startModelServer } from '../../platforms/model/modelServer.js';
import { startTelegramServer } from '../../platforms/telegram/telegramServer.js';
import { until } from '../../setup/until.js';
import { makeDataDir, startGatewayProcess } from '../gateway.js';
import type { Cell } from './cells.js';
import { wordAfter } from './people.js';
import type { MatrixPlace, OpenStage } from './runCells.js';
import { MODEL_ANSWER } from './says.js';

const TOKEN = 'token-of-the-matrix-0123456789';

const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

/** What a reader of the response sees at its end. */
async function answerIn(response: Response): Promise<string> {
  if (!response.ok) return refusalSchema.parse(await response.json()).error.message;
  const texts: string[] = [];
  const parser = createParser({
    onEvent: ({ event: name = '', data }) => {
      const event = parseChatEvent(name, data);
      if (event?.name === 'final') texts.push(event.data.text);
      if (event?.name === 'error') texts.push(event.data.message);
    },
  });
  parser.feed(await response.text());
  return texts.join('\n');
}

/** Conversations over HTTP; the terminal is a client of the same. */
export async function openHttpStage(): Promise<OpenStage> {
  const home = makeDataDir();
  const model = await startModelServer();
  model.script(() => ({ text: MODEL_ANSWER }));
  // Strangers who ask to be let in come from a chat platform only.
  const telegram = await startTelegramServer({ rates: 'off', pollDelays: false });
  const gateway = await startGatewayProcess({
    TELEGRAM_BOT_TOKEN: telegram.bot.token,
    TELEGRAM_API_ROOT: telegram.url,
    LITELLM_URL: model.url,
    WAGGLE_HTTP_TOKEN: TOKEN,
    WAGGLE_DATA_DIR: home.dataDir,
  });
  const url = await gateway.url();
  let strangers = 500;

  /** Members are whom the caller names; without a name it is the owner. */
  const openConversation = ({ role, language }: Pick<Cell, 'role' | 'language'>): MatrixPlace => {
    const conversation = randomUUID();
    const texts: string[] = [];
    const say = (message: string) => {
      const sender = role === 'owner' ? {} : { sender: conversation };
      void fetch(`${url}/api/chat`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          authorization: `Bearer ${TOKEN}`,
          'accept-language': language,
        },
        body: JSON.stringify({ message, conversation, ...sender }),
      })
        .then(answerIn)
        .then((text) => texts.push(text))
        .catch((thrown: unknown) => texts.push(`no answer: ${String(thrown)}`));
    };
    return {
      say,
      call: (command, args) => {
        say(`/${command} ${args}`.trim());
        return true;
      },
      shown: () => texts,
      stray: () => [],
    };
  };

  const codeIn = async (shown: () => readonly string[], command: string): Promise<string> => {
    await until(() => wordAfter(command, shown()) !== null, `a code for /${command}`);
    return wordAfter(command, shown()) ?? '';
  };

  return {
    open: (cell) => openConversation(cell),
    pairingCode: () => {
      strangers += 1;
      const chat = telegram.privateChat(telegram.user(strangers, { name: 'Stranger' }));
      chat.say('hello');
      return codeIn(() => chat.botMessages().map(({ text }) => text), 'approve');
    },
    linkCode: () => {
      const other = openConversation({ role: 'member', language: 'en' });
      other.call('link', '');
      return codeIn(other.shown, 'link');
    },
    width: 24,
    longest: 9000,
    places: ['dm'],
    menu: () => null,
    refused: () => telegram.refused(),
    waitFor: (probe, { what, timeoutMs }) => until(probe, what, timeoutMs),
    close: async () => {
      await gateway.child.stop();
      await Promise.all([telegram.close(), model.close()]);
      home.remove();
    },
  };
}
