// Keeps files in a folder of the data directory; a file appears whole or not at all.
import { mkdirSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Disk, errors } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { v7 } from 'uuid';
import { guardStorageKey, type Storage } from '../../ports/storage.ts';

/** The drive wraps what the file system said. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof errors.E_CANNOT_READ_FILE || error instanceof errors.E_CANNOT_GET_METADATA)
    return isMissing(error.cause);
  return 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

export function createDiskStorage(folder: string): Storage {
  mkdirSync(folder, { recursive: true });
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  return {
    async put(key, { bytes, contentType }) {
      guardStorageKey(key);
      const next = `${key}.${v7()}.next`;
      await disk.put(next, bytes, { contentType });
      // The drive's own move copies, and a reader could see half of the copy.
      await rename(join(folder, next), join(folder, key));
    },
    async get(key) {
      guardStorageKey(key);
      try {
        const [bytes, { contentType }] = await Promise.all([disk.getBytes(key), disk.getMetaData(key)]);
        return { bytes: Buffer.from(bytes), contentType: contentType ?? 'application/octet-stream' };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async remove(key) {
      guardStorageKey(key);
      await disk.delete(key);
    },
  };
}
