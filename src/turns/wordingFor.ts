import type { Log } from '../core/log.js';
import type { InboundMessage } from '../core/message.js';
import type { ChatSettings } from '../core/ports/channelMemory.js';
import { chatKey } from '../core/ports/egress.js';
import type { Wording } from '../core/wording.js';
import { pickLanguage, wordingIn } from '../reply/catalogue/catalogue.js';

/** Name of the chat setting that overrides everybody's own language. */
export const LANGUAGE_SETTING = 'language';

/**
 * Our words for whoever wrote a message: in the language that its chat was set to, else the person's own as the platform
 * reports it, else the operator's. A setting that cannot be read is as good as none.
 */
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
    return wordingIn(pickLanguage([chosen, sender.locale, language]));
  };
}
