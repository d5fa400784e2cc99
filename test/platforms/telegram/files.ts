/** A file that Telegram keeps. */
export interface StoredFile {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
  /** What Telegram says its size is; may be larger than the bytes, to try limits. */
  readonly size: number;
}

/** The files of all chats. */
export interface FileStore {
  add(file: { folder: string; name: string; mime: string; bytes: Buffer; size?: number }): StoredFile;
  byId(id: string): StoredFile | undefined;
  byPath(path: string): StoredFile | undefined;
}

export function createFileStore(): FileStore {
  const files = new Map<string, StoredFile>();
  return {
    add: ({ folder, name, mime, bytes, size }) => {
      const n = files.size + 1;
      const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
      const file = {
        id: `F${n}`,
        path: `${folder}/file_${n}${extension}`,
        name,
        mime,
        bytes,
        size: size ?? bytes.length,
      };
      files.set(file.id, file);
      return file;
    },
    byId: (id) => files.get(id.replace(/-s$/, '')),
    byPath: (path) => [...files.values()].find((file) => file.path === path),
  };
}
