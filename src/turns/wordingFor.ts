import type { Log } from '../core/log.js';
import type { InboundMessage, Sender } from '../core/message.js';
import type { ChatSettings } from '../core/ports/channelMemory.js';
import { chatKey } from '../core/ports/egress.js';
import { LANGUAGE_SETTING, type Wording } from '../core/wording.js';
import { pickLanguage, wordingIn } from '../reply/catalogue/catalogue.js';

/**
 * Our words for whoever wrote a message: in the language that its chat was set to, else the person's own as the platform
 * reports it, else the operator's (`WAGGLE_LANGUAGE`).
 */
export function wordingOf(chosen: string | null, { locale }: Pick<Sender, 'locale'>, language: string): Wording {
  return wordingIn(pickLanguage([chosen, locale, language]));
}

/** `wordingOf` where the chat's setting has yet to be read. One that cannot be read is as good as none. */
export function createWordingFor(deps: {
  readonly settings: ChatSettings;
  /** `WAGGLE_LANGUAGE`. */
  readonly language: string;
  readonly log: Log;
}): (message: Pick<InboundMessage, 'address' | 'sender'>) => Promise<Wording> {
  const { settings, language, log } = deps;
  return async ({ address, sender }) => {
    const chosen = await settings.get(chatKey(address), LANGUAGE_SETTING).catch((thrown: unknown) => {
      log.warn({ err: thrown }, "a chat's language could not be read");
      return null;
    });
    return wordingOf(chosen, sender, language);
  };
}
