import { z } from 'zod';
import { checkBlocks } from '../blocks/check.js';
import { unlucky, wrong } from '../errors.js';
import { integer, json, ts } from '../params.js';
import { fileToWire } from '../wire.js';
import { type FileRecord, takeId } from '../world.js';
import { postAsApp } from './chat.js';
import { type MethodContext, method } from './method.js';
import { openChannel, readThread } from './place.js';

export const getUploadUrl = method(
  z.object({ filename: z.string().min(1), length: integer, alt_txt: z.string().exactOptional() }),
  (params, { state, app }) => {
    if (params.length === 0) throw wrong('invalid_arguments', ['length must be more than 0']);
    if (params.length > state.maxFileBytes) throw unlucky('file_upload_size_restricted');
    const id = takeId(state.world, 'F');
    state.uploads.set(id, { id, name: params.filename, length: params.length, app, mime: 'application/octet-stream' });
    return { upload_url: `${state.base}/upload/v1/${id}`, file_id: id };
  },
);

function finish(context: MethodContext, id: string, title: string | undefined): FileRecord {
  const { state, app } = context;
  const upload = state.uploads.get(id);
  if (upload === undefined || upload.app.id !== app.id) throw wrong('file_not_found');
  if (upload.bytes === undefined) throw wrong('file_not_found', ['nothing was uploaded']);
  const file: FileRecord = {
    id,
    name: upload.name,
    title: title ?? upload.name,
    mime: upload.mime,
    bytes: upload.bytes,
    size: upload.bytes.length,
    user: app.user.id,
    at: state.clock.now(),
    deleted: false,
  };
  state.uploads.delete(id);
  state.world.files.set(id, file);
  return file;
}

/** The answer names no message: its ts must be read from events or history, as in reality. */
export const completeUpload = method(
  z.object({
    files: json(z.array(z.looseObject({ id: z.string(), title: z.string().exactOptional() })).min(1)),
    channel_id: z.string().exactOptional(),
    thread_ts: ts.exactOptional(),
    initial_comment: z.string().exactOptional(),
    blocks: json(z.unknown()).exactOptional(),
  }),
  (params, context) => {
    const blocks =
      params.blocks === undefined || params.initial_comment !== undefined ? [] : checkBlocks(params.blocks);
    const record = params.channel_id === undefined ? undefined : openChannel(context, params.channel_id);
    const place = record === undefined ? undefined : readThread(context, record, params.thread_ts);
    const files = params.files.map((entry) => finish(context, entry.id, entry.title));
    if (record !== undefined && place !== undefined) {
      postAsApp(context, record, {
        text: params.initial_comment ?? '',
        blocks,
        files,
        altered: place.altered,
        ...(place.thread === undefined ? {} : { thread: place.thread }),
      });
    }
    return { files: files.map((file) => ({ id: file.id, title: file.title })) };
  },
);

export const filesInfo = method(z.object({ file: z.string() }), (params, { state }) => {
  const file = state.world.files.get(params.file);
  if (file === undefined) throw wrong('file_not_found');
  if (file.deleted) throw unlucky('file_deleted');
  return { file: fileToWire(state.base, file) };
});
