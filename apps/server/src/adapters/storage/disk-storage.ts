// Keeps files in a folder of the data directory; a file appears whole or not at all.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { v7 } from 'uuid';
import type { Storage } from '../../ports/storage.ts';

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*(\.[a-z0-9]+)?$/;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

export function createDiskStorage(folder: string): Storage {
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new RangeError(`Not a storage key: ${key}`);
    return join(folder, key);
  };
  return {
    async put(key, { bytes, contentType }) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const next = `${path}.${v7()}.next`;
      // One file holds type and content, so that the two can never belong to different writes.
      await writeFile(next, Buffer.concat([Buffer.from(`${contentType}\n`), bytes]));
      await rename(next, path);
    },
    async get(key) {
      try {
        const whole = await readFile(pathOf(key));
        const end = whole.indexOf('\n');
        return { contentType: whole.subarray(0, end).toString(), bytes: whole.subarray(end + 1) };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
