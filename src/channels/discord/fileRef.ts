/**
 * Where an attachment stands. Its address is signed and expires, so that it is asked for anew when the file is fetched.
 */
export interface AttachmentPlace {
  readonly channel: string;
  readonly message: string;
  readonly attachment: string;
}

export function fileRef({ channel, message, attachment }: AttachmentPlace): string {
  return `${channel}/${message}/${attachment}`;
}

/** Null for what is no reference of ours. */
export function readFileRef(ref: string): AttachmentPlace | null {
  const [, channel, message, attachment] = /^(\d+)\/(\d+)\/(\d+)$/.exec(ref) ?? [];
  if (channel === undefined || message === undefined || attachment === undefined) return null;
  return { channel, message, attachment };
}
