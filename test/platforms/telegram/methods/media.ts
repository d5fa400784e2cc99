import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Upload } from '../body.js';
import { entitySchema } from '../entities.js';
import { ApiError, badRequest, worldRefuses } from '../errors.js';
import { readKeyboard } from '../markup.js';
import { integer, json } from '../params.js';
import { messageToWire } from '../wire.js';
import { type Media, type MediaKind, storeMessage } from '../world.js';
import { type Method, type MethodContext, method } from './method.js';
import { openChat, placeParams, readPlace } from './place.js';
import { entities, fixCaption, markup, refuseParseMode } from './text.js';

/** Sizes of the public server, bytes. */
const MAX_UPLOAD = 50_000_000;
const MAX_PHOTO = 10_000_000;
const MAX_DOWNLOAD = 20_000_000;

const folders: Record<MediaKind, string> = {
  photo: 'photos',
  document: 'documents',
  voice: 'voice',
  audio: 'music',
  video: 'videos',
  animation: 'animations',
};

function findUpload(context: MethodContext, reference: string, field: string): Upload | undefined {
  const name = reference.startsWith('attach://') ? reference.slice('attach://'.length) : field;
  return context.uploads.get(name);
}

function readMedia(context: MethodContext, kind: MediaKind, reference: string, field: string, duration: number): Media {
  const upload = findUpload(context, reference, field);
  if (upload !== undefined) {
    if (upload.bytes.length === 0) throw badRequest('file must be non-empty');
    if (upload.bytes.length > MAX_UPLOAD) throw new ApiError(413, 'Request Entity Too Large', 'client');
    if (kind === 'photo' && upload.bytes.length > MAX_PHOTO) throw badRequest('file is too big for a photo');
    const { id, name, mime, size } = context.state.files.add({ folder: folders[kind], ...upload });
    return { kind, fileId: id, name, mime, size, duration };
  }
  if (/^https?:/.test(reference)) throw badRequest('wrong HTTP URL specified');
  const known = context.state.files.byId(reference);
  if (known === undefined) {
    throw badRequest(
      reference === '' ? `there is no ${kind} in the request` : 'wrong file identifier/HTTP URL specified',
    );
  }
  return { kind, fileId: known.id, name: known.name, mime: known.mime, size: known.size, duration };
}

/** sendPhoto, sendDocument and their kin: one file with a caption. */
export function sendMedia(kind: MediaKind): Method {
  const schema = z.looseObject({
    ...placeParams.shape,
    caption: z.string().default(''),
    parse_mode: z.string().exactOptional(),
    caption_entities: entities,
    duration: integer.exactOptional(),
    reply_markup: markup,
  });
  return method(schema, (params, context) => {
    refuseParseMode(params.parse_mode);
    const caption = fixCaption(params.caption, params.caption_entities);
    const keyboard = readKeyboard(params.reply_markup);
    const chat = openChat(context, params.chat_id);
    const place = readPlace(context, chat, params);
    const reference = z.string().default('').parse(params[kind]);
    const media = readMedia(context, kind, reference, kind, params.duration ?? 1);
    context.state.flood.count(context.bot.user.id, chat, 'message');
    const message = storeMessage(context.state.world, chat, {
      from: context.bot.user,
      at: context.state.clock.now(),
      ...caption,
      ...place,
      media,
      ...(keyboard === undefined ? {} : { keyboard }),
    });
    return messageToWire(chat, message);
  });
}

const albumItem = z.looseObject({
  type: z.enum(['photo', 'document', 'audio', 'video']),
  media: z.string(),
  caption: z.string().default(''),
  parse_mode: z.string().exactOptional(),
  caption_entities: z.array(entitySchema).exactOptional(),
});

/** Several files that clients show as one block. */
export const sendMediaGroup = method(placeParams.extend({ media: json(z.array(albumItem)) }), (params, context) => {
  if (params.media.length < 2 || params.media.length > 10) {
    throw badRequest('media group must include 2-10 items');
  }
  const chat = openChat(context, params.chat_id);
  const place = readPlace(context, chat, params);
  const items = params.media.map((item) => {
    refuseParseMode(item.parse_mode);
    return {
      media: readMedia(context, item.type, item.media, '', 1),
      caption: fixCaption(item.caption, item.caption_entities),
    };
  });
  context.state.flood.count(context.bot.user.id, chat, 'message');
  const at = context.state.clock.now();
  const mediaGroup = `g${at}-${items[0]?.media.fileId ?? ''}`;
  return items.map(({ media, caption }) => {
    const fields = { from: context.bot.user, at, media, mediaGroup, ...caption, ...place };
    return messageToWire(chat, storeMessage(context.state.world, chat, fields));
  });
});

export const getFile = method(z.object({ file_id: z.string() }), (params, context) => {
  const file = context.state.files.byId(params.file_id);
  if (file === undefined) throw badRequest('invalid file_id');
  const { localFiles } = context.state;
  if (localFiles !== null) {
    const path = join(localFiles, file.path.replaceAll('/', '-'));
    writeFileSync(path, file.bytes);
    return { file_id: params.file_id, file_unique_id: `u${file.id}`, file_size: file.size, file_path: path };
  }
  if (file.size > MAX_DOWNLOAD) throw worldRefuses('file is too big');
  return { file_id: params.file_id, file_unique_id: `u${file.id}`, file_size: file.size, file_path: file.path };
});
