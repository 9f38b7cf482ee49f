// Stores files in a folder of the data directory; readers see a file completely or not at all, also after a power cut.
import { mkdirSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DomainError } from '@kerb/domain/kernel';
import { Disk, errors } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { v7 } from 'uuid';
import { guardStorageKey, type Storage } from '../../ports/storage.ts';

const driveErrors = [
  errors.E_CANNOT_READ_FILE,
  errors.E_CANNOT_GET_METADATA,
  errors.E_CANNOT_WRITE_FILE,
  errors.E_CANNOT_DELETE_FILE,
];

/** The file system's error code, such as ENOSPC, which the drive library wraps; null for other errors. */
function fileSystemCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (driveErrors.some((wrapping) => error instanceof wrapping)) return fileSystemCode(error.cause);
  return 'syscall' in error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

const missing = ['ENOENT', 'ENOTDIR'];

/**
 * Disk errors and wrong permissions are mapped to `unavailable`, because the same call succeeds after an operator has
 * fixed them.
 */
function unavailableBecauseOf(error: unknown): unknown {
  const code = fileSystemCode(error);
  if (code === null) return error;
  return Object.assign(new DomainError('unavailable', 'Files cannot be stored or read at present'), {
    cause: error,
  });
}

/** Waits until the file, or the names in the folder, are on the disk and not only in memory. */
async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The folders of the key, the innermost first: of `a/b/c.webp`, `a/b`, `a` and the root. */
function foldersOf(key: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(key); folder !== '.'; folder = dirname(folder)) folders.push(folder);
  return [...folders, '.'];
}

export function createDiskStorage(folder: string): Storage {
  mkdirSync(folder, { recursive: true });
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  return {
    async put(key, { bytes, contentType }) {
      guardStorageKey(key);
      const next = `${key}.${v7()}.next`;
      try {
        await disk.put(next, bytes, { contentType });
        await syncToDisk(join(folder, next));
        // Renames by itself: the drive library's move copies, so that a reader could see half of the file.
        await rename(join(folder, next), join(folder, key));
        // All folders, because the write may have created them.
        for (const inner of foldersOf(key)) await syncToDisk(join(folder, inner));
      } catch (error) {
        // An incomplete file would occupy the space that is missing.
        await rm(join(folder, next), { force: true }).catch(() => undefined);
        throw unavailableBecauseOf(error);
      }
    },
    async get(key) {
      guardStorageKey(key);
      try {
        const [bytes, { contentType }] = await Promise.all([disk.getBytes(key), disk.getMetaData(key)]);
        return { bytes: Buffer.from(bytes), contentType: contentType ?? 'application/octet-stream' };
      } catch (error) {
        if (missing.includes(fileSystemCode(error) ?? '')) return null;
        throw unavailableBecauseOf(error);
      }
    },
    async remove(key) {
      guardStorageKey(key);
      await disk.delete(key).catch((error: unknown) => {
        throw unavailableBecauseOf(error);
      });
    },
  };
}
