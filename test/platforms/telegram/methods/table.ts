import * as account from './account.js';
import * as chats from './chats.js';
import * as media from './media.js';
import type { Method } from './method.js';
import * as text from './text.js';

const always: Method = () => true;

const methods: Record<string, Method> = {
  getMe: account.getMe,
  getUpdates: account.getUpdates,
  setWebhook: account.setWebhook,
  deleteWebhook: account.deleteWebhook,
  getWebhookInfo: account.getWebhookInfo,
  setMyCommands: account.setMyCommands,
  getMyCommands: account.getMyCommands,
  deleteMyCommands: account.deleteMyCommands,
  setMyDescription: always,
  setMyShortDescription: always,
  setChatMenuButton: always,
  sendMessage: text.sendMessage,
  sendMessageDraft: text.sendMessageDraft,
  editMessageText: text.editMessageText,
  editMessageCaption: text.editMessageCaption,
  editMessageReplyMarkup: text.editMessageReplyMarkup,
  deleteMessage: text.deleteMessage,
  deleteMessages: text.deleteMessages,
  sendPhoto: media.sendMedia('photo'),
  sendDocument: media.sendMedia('document'),
  sendVoice: media.sendMedia('voice'),
  sendAudio: media.sendMedia('audio'),
  sendVideo: media.sendMedia('video'),
  sendAnimation: media.sendMedia('animation'),
  sendMediaGroup: media.sendMediaGroup,
  getFile: media.getFile,
  sendChatAction: chats.sendChatAction,
  getChat: chats.getChat,
  getChatMember: chats.getChatMember,
  getChatAdministrators: chats.getChatAdministrators,
  setMessageReaction: chats.setMessageReaction,
  answerCallbackQuery: chats.answerCallbackQuery,
};

/** What a download is called among the calls. */
export const DOWNLOAD = 'download';

/** The spelling of a method by its lower-case name: the Bot API does not mind the case. */
const byLowerCase = new Map(Object.keys(methods).map((name) => [name.toLowerCase(), name]));

/** The method of that name, in its usual spelling. */
export function findMethod(name: string): { name: string; run: Method } | undefined {
  const usual = byLowerCase.get(name.toLowerCase());
  const run = usual === undefined ? undefined : methods[usual];
  return usual === undefined || run === undefined ? undefined : { name: usual, run };
}
