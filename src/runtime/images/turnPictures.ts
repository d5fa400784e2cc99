import type { Log } from '../../core/log.js';
import type { InboundMessage, Part, ReceivedFile } from '../../core/message.js';
import type { AgentImage } from '../llm/agentMessage.js';
import { readInside } from '../workspace/readInside.js';
import { readImageHeader } from './imageHeader.js';

/** Pictures of one turn. */
export const MAX_PICTURES = 8;

/**
 * One picture, bytes: 5 MB once it is base64 (Anthropic's limit on its own API; Amazon Bedrock states the same as 3.75 MB of
 * the file).
 */
const MAX_PICTURE_BYTES = 3_750_000;

/** All pictures of a turn, bytes: 20 MB of base64, which is Gemini's limit for a request; Anthropic's is 32 MB. */
const MAX_ALL_BYTES = 15_000_000;

/** Width and height, pixels (Anthropic; for requests with more than 20 pictures it would be 2,000). */
const MAX_SIDE = 8000;

/** The pictures that a turn's people sent, as its model is shown them. */
export interface TurnPictures {
  /**
   * Reads the pictures of messages whose files are in the workspace. Call it in the order in which the messages came: the
   * limits are the turn's.
   *
   * @returns the messages; a picture that the model is not shown says why
   */
  take(messages: readonly InboundMessage[]): Promise<readonly InboundMessage[]>;
  /** The pictures of a message that was taken, in its order. */
  of(identity: string): readonly AgentImage[];
}

const BLIND = 'you cannot see it, because this model takes no pictures; tell the user so if it matters';
const NOT_SHOWN = 'you are not shown it:';

/**
 * @param workspace the lane's, in which the files lie: a turn that is taken over reads them again, so that no base64 is ever
 * stored
 */
export function openTurnPictures({
  workspace,
  canSee,
  log,
}: {
  readonly workspace: string;
  readonly canSee: boolean;
  readonly log: Log;
}): TurnPictures {
  const known = new Map<string, AgentImage[]>();
  let count = 0;
  let bytes = 0;

  const look = async (path: string, size: number): Promise<AgentImage | string> => {
    if (!canSee) return BLIND;
    if (count >= MAX_PICTURES) return `${NOT_SHOWN} only ${MAX_PICTURES} pictures fit into a turn`;
    if (size > MAX_PICTURE_BYTES) {
      return `${NOT_SHOWN} pictures of up to ${MAX_PICTURE_BYTES / 1e6} MB can be shown`;
    }
    if (bytes + size > MAX_ALL_BYTES) {
      return `${NOT_SHOWN} the pictures of a turn may have ${MAX_ALL_BYTES / 1e6} MB together`;
    }
    const file = await readInside(workspace, path, MAX_PICTURE_BYTES).catch((thrown: unknown) => {
      log.warn({ err: thrown, path }, "a user's picture could not be read");
      return null;
    });
    if (file === null) return `${NOT_SHOWN} the file cannot be read`;
    const { content } = file;
    const header = readImageHeader(content);
    if (header === null) return `${NOT_SHOWN} it is damaged, or no PNG, JPEG, GIF or WebP`;
    const { type, width, height } = header;
    if (width > MAX_SIDE || height > MAX_SIDE) {
      return `${NOT_SHOWN} it has ${width}x${height} pixels, and only ${MAX_SIDE} a side can be shown`;
    }
    count += 1;
    bytes += content.length;
    return { url: `data:image/${type};base64,${content.toString('base64')}`, width, height };
  };

  const takePart = async (part: Part, images: AgentImage[]): Promise<Part> => {
    if (part.type !== 'file' || part.received === undefined || !isPicture(part.received)) return part;
    const seen = await look(part.received.path, part.received.bytes);
    if (typeof seen === 'string') return { ...part, received: { ...part.received, unseen: seen } };
    images.push(seen);
    return part;
  };

  return {
    take: async (messages) => {
      const taken: InboundMessage[] = [];
      for (const message of messages) {
        const images: AgentImage[] = [];
        const parts: Part[] = [];
        for (const part of message.parts) parts.push(await takePart(part, images));
        if (images.length > 0) known.set(message.identity, images);
        taken.push({ ...message, parts });
      }
      return taken;
    },
    of: (identity) => known.get(identity) ?? [],
  };
}

/** SVG is text, and given as such. */
function isPicture(received: ReceivedFile): received is Extract<ReceivedFile, { path: string }> {
  return 'path' in received && received.mime.startsWith('image/') && received.text === undefined;
}
