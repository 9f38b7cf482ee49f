// Keeps files in a folder of the data directory; a file appears whole or not at all.
import { mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
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

/** What the file system said, such as ENOSPC; the drive wraps it. Null for an error of another kind. */
function fileSystemCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (driveErrors.some((wrapping) => error instanceof wrapping)) return fileSystemCode(error.cause);
  return 'syscall' in error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

const missing = ['ENOENT', 'ENOTDIR'];

/** A full, failing or read-only disk and wrong permissions end by an operator's action; then the same call succeeds. */
function unavailableBecauseOf(error: unknown): unknown {
  const code = fileSystemCode(error);
  if (code === null) return error;
  return Object.assign(new DomainError('unavailable', 'Files cannot be stored or read at present'), {
    cause: error,
  });
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
        // The drive's own move copies, and a reader could see half of the copy.
        await rename(join(folder, next), join(folder, key));
      } catch (error) {
        // A part would take up the room that is missing.
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
