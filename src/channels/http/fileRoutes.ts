import type { LaneStore } from '../../core/ports/laneStore.js';
import type { SentFiles } from '../../core/ports/sentFiles.js';
import { HttpError } from '../../http/httpError.js';
import type { HttpApp } from '../../http/httpPart.js';

export interface FileRouteDeps {
  readonly lanes: Pick<LaneStore, 'turnById'>;
  readonly files: SentFiles;
}

/** Where `send_file` puts what it sends: a folder by content, in it the name that the person sees. */
const PLACE = /^outbox\/([0-9a-f]{16})\/([^/\\\0]{1,255})$/;

/** They cannot be encoded; file systems give names in UTF-8, so none is expected. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** The address of a file that a turn gave; null for a place that none is given from. */
export function fileAddress(turn: string, path: string): string | null {
  const [, folder, name] = PLACE.exec(path) ?? [];
  if (folder === undefined || name === undefined) return null;
  return `/api/turns/${encodeURIComponent(turn)}/files/${folder}/${encodeURIComponent(name.replace(LONE_SURROGATES, '\ufffd'))}`;
}

/** Hands out what turns gave to their conversations; for holders of the token only. Never shown by the browser, always saved. */
export function mountFileRoutes(app: HttpApp, { lanes, files }: FileRouteDeps): void {
  app.route({
    method: 'GET',
    path: '/api/turns/:id/files/:folder/:name',
    auth: 'token',
    handle: async (context) => {
      const { id = '', folder = '', name = '' } = context.req.param();
      const path = `outbox/${folder}/${name}`;
      const record = PLACE.test(path) && name !== '.' && name !== '..' ? await lanes.turnById(id) : null;
      const file = record === null ? null : await files.open({ lane: record.lane.id, path });
      if (file === null) {
        throw new HttpError(404, 'file-unknown', 'There is no such file, or it is gone: files are kept for 30 days.');
      }
      return new Response(file.content, {
        headers: {
          'Content-Type': 'application/octet-stream',
          'Content-Length': String(file.bytes),
          'Content-Disposition': attachmentNamed(name),
          'X-Content-Type-Options': 'nosniff',
        },
      });
    },
  });
}

/** RFC 6266: a plain name for old clients, and the whole one as RFC 8187 encodes it. */
function attachmentNamed(name: string): string {
  const plain = name.replace(/[^\w .()-]/g, '_');
  const whole = encodeURIComponent(name.replace(LONE_SURROGATES, '\ufffd')).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
