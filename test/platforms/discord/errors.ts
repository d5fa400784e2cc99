/** One place of a request that is wrong: its path and Discord's name for what is wrong with it. */
export interface FieldError {
  path: readonly (string | number)[];
  code: string;
  message: string;
}

/** Whose fault a refusal is: the request is wrong in itself, or it met a state of the world. */
export type Blame = 'client' | 'world';

/** An error answer of Discord's REST API. */
export class DiscordError extends Error {
  readonly status: number;
  /** Discord's own code, in the body; 0 for general errors. */
  readonly code: number;
  readonly blame: Blame;
  readonly fields: readonly FieldError[];

  constructor(status: number, code: number, message: string, blame: Blame, fields: readonly FieldError[] = []) {
    super(message);
    this.name = 'DiscordError';
    this.status = status;
    this.code = code;
    this.blame = blame;
    this.fields = fields;
  }

  /** The body of the answer. */
  toBody(): Record<string, unknown> {
    const body = { message: this.message, code: this.code };
    return this.fields.length === 0 ? body : { ...body, errors: nest(this.fields) };
  }

  /** Message and places, for a test's eyes. */
  describe(): string {
    const places = this.fields.map((field) => `${field.path.join('.')}: ${field.code}`);
    return places.length === 0 ? this.message : `${this.message} (${places.join('; ')})`;
  }
}

interface ErrorNode {
  [key: string]: ErrorNode | { code: string; message: string }[];
}

function nest(fields: readonly FieldError[]): ErrorNode {
  const root: ErrorNode = {};
  for (const { path, code, message } of fields) {
    let node = root;
    for (const key of path.map(String)) {
      const known = node[key];
      const next: ErrorNode = known === undefined || Array.isArray(known) ? {} : known;
      node[key] = next;
      node = next;
    }
    const list = node._errors;
    node._errors = [...(Array.isArray(list) ? list : []), { code, message }];
  }
  return root;
}

/** 50035 with its places. */
export const invalidForm = (fields: readonly FieldError[]) =>
  new DiscordError(400, 50035, 'Invalid Form Body', 'client', fields);

export const unauthorized = () => new DiscordError(401, 0, '401: Unauthorized', 'client');
export const noRoute = () => new DiscordError(404, 0, '404: Not Found', 'client');
export const wrongMethod = () => new DiscordError(405, 0, '405: Method Not Allowed', 'client');
export const unknownChannel = (blame: Blame) => new DiscordError(404, 10003, 'Unknown Channel', blame);
export const unknownGuild = (blame: Blame) => new DiscordError(404, 10004, 'Unknown Guild', blame);
export const unknownMember = () => new DiscordError(404, 10007, 'Unknown Member', 'client');
export const unknownMessage = (blame: Blame) => new DiscordError(404, 10008, 'Unknown Message', blame);
export const unknownUser = () => new DiscordError(404, 10013, 'Unknown User', 'client');
export const unknownEmoji = () => new DiscordError(400, 10014, 'Unknown Emoji', 'client');
export const unknownWebhook = () => new DiscordError(404, 10015, 'Unknown Webhook', 'client');
export const unknownInteraction = (blame: Blame) => new DiscordError(404, 10062, 'Unknown interaction', blame);
export const alreadyAcknowledged = (blame: Blame) =>
  new DiscordError(400, 40060, 'Interaction has already been acknowledged.', blame);
export const tooLarge = () => new DiscordError(413, 40005, 'Request entity too large', 'client');
export const missingAccess = () => new DiscordError(403, 50001, 'Missing Access', 'world');
export const notYours = () => new DiscordError(403, 50005, 'Cannot edit a message authored by another user', 'client');
export const emptyMessage = () => new DiscordError(400, 50006, 'Cannot send an empty message', 'client');
export const dmsClosed = () => new DiscordError(403, 50007, 'Cannot send messages to this user', 'world');
export const missingPermissions = () => new DiscordError(403, 50013, 'Missing Permissions', 'world');
export const wrongChannelType = () =>
  new DiscordError(400, 50024, 'Cannot execute action on this channel type', 'client');
export const expiredToken = () => new DiscordError(401, 50027, 'Invalid Webhook Token', 'world');
export const threadArchived = () => new DiscordError(400, 50083, 'Thread is archived', 'world');
export const invalidJson = () => new DiscordError(400, 50109, 'The request body contains invalid JSON.', 'client');
export const systemMessage = () => new DiscordError(403, 50021, 'Cannot execute action on a system message', 'client');
export const tooManyCommandCreates = () =>
  new DiscordError(400, 30034, 'Max number of daily application command creates has been reached (200)', 'world');
export const noHistoryForReply = () =>
  new DiscordError(400, 160002, 'Cannot reply without permission to read message history', 'world');
export const threadExists = () =>
  new DiscordError(400, 160004, 'A thread has already been created for this message', 'world');
export const threadLocked = () => new DiscordError(400, 160005, 'This thread is locked', 'world');

/** A 429: the bucket, the user or all is closed for a time. */
export class RateLimited extends Error {
  readonly retryAfterMs: number;
  readonly scope: 'user' | 'global' | 'shared';
  readonly code: number;

  constructor(retryAfterMs: number, scope: 'user' | 'global' | 'shared', code = 0) {
    super(
      code === 30046
        ? 'Maximum number of edits to messages older than 1 hour reached. Try again later'
        : 'You are being rate limited.',
    );
    this.name = 'RateLimited';
    this.retryAfterMs = retryAfterMs;
    this.scope = scope;
    this.code = code;
  }
}
