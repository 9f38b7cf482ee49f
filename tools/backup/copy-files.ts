// Copies files and computes their hashes on the way, so that a hash is of the bytes that were copied.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type Dirent } from 'node:fs';
import { chmod, mkdir, open, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackedUpFile } from './manifest.ts';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Paths relative to the folder, of regular files and of folders without any; sorted. */
export async function listTree(folder: string): Promise<{ files: string[]; folders: string[] }> {
  const files: string[] = [];
  const folders: string[] = [];
  /** A folder that is removed meanwhile is empty. */
  async function entriesOf(relative: string): Promise<Dirent[]> {
    try {
      return await readdir(join(folder, relative), { withFileTypes: true });
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  async function list(relative: string): Promise<void> {
    for (const entry of (await entriesOf(relative)).sort(byName)) {
      const path = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory()) {
        folders.push(path);
        await list(path);
      } else if (entry.isFile()) {
        files.push(path);
      }
    }
  }
  await list('');
  return { files, folders };
}

const byName = (one: Dirent, other: Dirent): number => (one.name < other.name ? -1 : 1);

const AT_ONCE = 16;

/** Works through the items, several at the same time: each copy waits for the disk. Rejects with the first failure. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const results = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of left) await work(item);
    }),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/**
 * Keeps the permissions. The copy appears whole or not at all, and replaces an earlier one; it is written to the disk
 * before this returns, unless `flush` is false.
 */
export async function copyFile(
  from: string,
  to: string,
  { flush = true }: { flush?: boolean } = {},
): Promise<Omit<BackedUpFile, 'path'>> {
  const source = await open(from);
  try {
    const mode = (await source.stat()).mode & 0o777;
    await mkdir(dirname(to), { recursive: true });
    const part = `${to}.part`;
    const hash = createHash('sha256');
    let bytes = 0;
    await pipeline(
      source.createReadStream({ autoClose: false }),
      async function* measure(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(part, { flush, mode }),
    );
    await chmod(part, mode);
    await rename(part, to);
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await source.close();
  }
}

/** Of the file's content now. Rejects when there is no such file. */
export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/** Null when the file was removed meanwhile. */
export async function copyIfExists(
  from: string,
  to: string,
  options?: { flush?: boolean },
): Promise<Omit<BackedUpFile, 'path'> | null> {
  try {
    return await copyFile(from, to, options);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Copies the tree `name` of one folder into the other. Files that are removed meanwhile are left out. */
export async function copyTree(name: string, from: string, to: string): Promise<BackedUpFile[]> {
  const copied: BackedUpFile[] = [];
  const { files, folders } = await listTree(join(from, name));
  for (const folder of folders) await mkdir(join(to, name, folder), { recursive: true });
  await forEachAtOnce(files, async (file) => {
    const path = `${name}/${file}`;
    const copy = await copyIfExists(join(from, path), join(to, path));
    if (copy !== null) copied.push({ path, ...copy });
  });
  return copied;
}
