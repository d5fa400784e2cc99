import { z } from 'zod';

/** The chat systems that Waggle speaks to. `http` and `terminal` are answered through the turn feed. */
export const platformSchema = z.enum(['telegram', 'slack', 'discord', 'http', 'terminal']);
export type Platform = z.infer<typeof platformSchema>;

/**
 * Where a message came from and where everything that belongs to its turn goes: answers, notices, files, approvals.
 * Every identifier is the platform's own, as a string.
 */
export const chatAddressSchema = z.object({
  platform: platformSchema,
  /** The bot account on that platform (Telegram bot id, Slack team, Discord application); `local` for HTTP. */
  account: z.string().min(1),
  /** Chat, channel, DM or conversation. */
  chat: z.string().min(1),
  /** Forum topic, Slack thread or Discord thread. Left out where the platform wants none (Telegram's General). */
  thread: z.string().min(1).exactOptional(),
  /** What people called the thread when the message was written, where the platform says so: text from outside. */
  threadName: z.string().exactOptional(),
  /** The community that the chat is part of, where the account serves several: the Discord guild. */
  community: z.string().min(1).exactOptional(),
  /** The message that an answer may reply to. */
  anchor: z.string().min(1).exactOptional(),
  kind: z.enum(['dm', 'group']),
  /**
   * A short-lived way to answer that the platform gave with a command or a press (Discord's interaction token, Slack's
   * response_url). Good until `until`, milliseconds UTC; afterwards the chat is addressed as usual.
   */
  interaction: z.object({ token: z.string().min(1), until: z.number().int() }).exactOptional(),
});
export type ChatAddress = z.infer<typeof chatAddressSchema>;

/** The person or bot that wrote a message, as its platform vouches for it. Never taken from text. */
export const senderSchema = z.object({
  user: z.string().min(1),
  /** Display name: text from outside, to be sanitised wherever it is shown or prompted. */
  name: z.string(),
  /** IETF language tag that the platform reports for the person. */
  locale: z.string().exactOptional(),
  isBot: z.boolean(),
  /** Not of the community that the chat is part of: somebody of another Slack workspace, in a shared channel. */
  isOutside: z.literal(true).exactOptional(),
  verifiedBy: z.enum(['platform', 'token', 'loopback']),
});
export type Sender = z.infer<typeof senderSchema>;

/** A file of a user's in the lane's workspace, or in one line why it is not there. */
const receivedFileSchema = z.union([
  z.object({
    /** Within the workspace: `inbox/...`. */
    path: z.string(),
    /** By its content, where that tells. */
    mime: z.string(),
    bytes: z.number().int().nonnegative(),
    /** All of a short plain text, cleaned; from outside, so never instructions. */
    text: z.string().exactOptional(),
    /** A picture that the model is not shown, and why, in words for the model. */
    unseen: z.string().exactOptional(),
  }),
  z.object({ problem: z.string() }),
]);
export type ReceivedFile = z.infer<typeof receivedFileSchema>;

/** One piece of a message: text, or a file that is fetched by its platform reference when a turn needs it. */
export const partSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    text: z.string(),
    /** Somebody else's words that the sender passed on. */
    forwarded: z.literal(true).exactOptional(),
    /** It was spoken, and how long; never part of a stored message. */
    spoken: z.object({ seconds: z.number().nonnegative().exactOptional() }).exactOptional(),
  }),
  z.object({
    type: z.literal('file'),
    ref: z.string(),
    mime: z.string(),
    bytes: z.number().int().nonnegative(),
    name: z.string().exactOptional(),
    /** The sender spoke it into the chat: their own words, as if they had written them. */
    voice: z.literal(true).exactOptional(),
    /** Length of a recording, by what the platform says. */
    seconds: z.number().nonnegative().exactOptional(),
    /** What became of it, once a turn has fetched it; never part of a stored message. */
    received: receivedFileSchema.exactOptional(),
  }),
]);
export type Part = z.infer<typeof partSchema>;
export type FilePart = Extract<Part, { type: 'file' }>;

/** A user's message as every part after ingress knows it. */
export const inboundMessageSchema = z.object({
  /** The one identity of this user message, whatever events carry it; unique per platform account. */
  identity: z.string().min(1),
  /** Further identities under which the same message may arrive again. */
  aliases: z.array(z.string().min(1)),
  address: chatAddressSchema,
  /** Lane id, made by `laneIdOf(address)`. */
  lane: z.string().min(1),
  sender: senderSchema,
  /** Whether the bot is meant: a DM, a mention, a reply to it, a command. */
  addressed: z.boolean(),
  parts: z.array(partSchema),
  /** An unaddressed message of a thread, with nobody else named in it: meant for the bot where the bot takes part already. */
  followsThread: z.literal(true).exactOptional(),
  /**
   * Platform id of a message of the bot's in whose place the answer goes: the picker whose button was pressed, or the
   * placeholder of a deferred interaction.
   */
  inPlaceOf: z.string().min(1).exactOptional(),
  /** That place was made for this very message: nothing stands there that others read. */
  ownPlace: z.literal(true).exactOptional(),
  /** Messages that their sender sent as one (an album of pictures) share it, and become one turn. */
  album: z.string().min(1).exactOptional(),
  /** Text of the message that this one replies to, when the platform delivers it. */
  replyTo: z.string().exactOptional(),
  /** Milliseconds UTC, by the platform's clock. */
  sentAt: z.number().int(),
  /** Identity of the message that this one is an edit of. */
  edits: z.string().exactOptional(),
  /** Set by `accept` alone: it was one too many, and all that is answered is when more is taken. */
  tooMany: z
    .object({ kind: z.enum(['messages', 'turns']), max: z.number().int(), until: z.number().int() })
    .exactOptional(),
  /** Persona that the caller asks for in this turn (HTTP). */
  persona: z.string().exactOptional(),
  /** No person wrote it now: it is the run of a schedule of the sender's. Set by the schedules alone, never by a channel. */
  scheduled: z
    .object({
      no: z.number().int().positive(),
      kind: z.enum(['once', 'cron', 'heartbeat']),
      /** When it was due, milliseconds UTC. */
      dueAt: z.number().int(),
      /** Somebody asked for this run, outside of its times. */
      isExtra: z.literal(true).exactOptional(),
    })
    .exactOptional(),
});
export type InboundMessage = z.infer<typeof inboundMessageSchema>;

/** Which run of which schedule a message is. */
export type ScheduledRun = NonNullable<InboundMessage['scheduled']>;

/** The text parts of a message, joined by line breaks. */
export function textOf(message: InboundMessage): string {
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** What the sender wrote themselves: the text parts without what they passed on. */
export function ownTextOf(message: InboundMessage): string {
  return message.parts
    .flatMap((part) => (part.type === 'text' && part.forwarded !== true ? [part.text] : []))
    .join('\n');
}
