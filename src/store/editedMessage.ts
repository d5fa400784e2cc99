import type { InboundMessage, Part } from '../core/message.js';

/**
 * The message as it stands after an edit: the place, the identities and the persona of the original, the words of the edit.
 * An edit of an album tells of one picture of it only; the others stay.
 */
export function editedMessage(original: InboundMessage, edit: InboundMessage): InboundMessage {
  const { edits: _, ...words } = edit;
  return {
    ...words,
    identity: original.identity,
    aliases: original.aliases,
    address: original.address,
    lane: original.lane,
    addressed: true,
    parts: editedParts(original, edit),
    ...(words.replyTo === undefined && original.replyTo !== undefined ? { replyTo: original.replyTo } : {}),
    ...(original.persona === undefined ? {} : { persona: original.persona }),
    ...(original.inPlaceOf === undefined ? {} : { inPlaceOf: original.inPlaceOf }),
  };
}

function editedParts(original: InboundMessage, edit: InboundMessage): Part[] {
  const files = original.parts.filter((part) => part.type === 'file');
  const editedFiles = edit.parts.filter((part) => part.type === 'file');
  if (files.length <= 1 || editedFiles.length >= files.length) return edit.parts;
  return [...edit.parts.filter((part) => part.type === 'text'), ...files];
}

/** Whether both say the same: a link preview that came later is no edit, nor is a file's new reference. */
export function saysTheSame(one: InboundMessage, other: InboundMessage): boolean {
  return wordsOf(one) === wordsOf(other);
}

function wordsOf({ parts }: InboundMessage): string {
  return JSON.stringify(
    parts.map((part) => (part.type === 'text' ? part.text.trim() : [part.mime, part.bytes, part.name ?? null])),
  );
}
