// Copies files and computes their hashes while copying, so that each hash matches the copied bytes.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type Dirent } from 'node:fs';
import { chmod, mkdir, open, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackedUpFile } from './manifest.ts';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Lists all regular files and all folders below `folder`: sorted paths relative to it, with forward slashes. */
export async function listTree(folder: string): Promise<{ files: string[]; folders: string[] }> {
  const files: string[] = [];
  const folders: string[] = [];
  /** Returns no entries for a folder that was removed during the listing. */
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

/**
 * Runs `work` for every item, `AT_ONCE` items concurrently, because each copy waits for the disk. Rejects with the
 * first failure.
 */
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
 * Copies a file with its permissions and returns its size and SHA-256 hash. The copy is written to a temporary file and
 * renamed, so that it is never incomplete and replaces an earlier copy. It is flushed to the disk unless `flush` is
 * false.
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

/** Returns the SHA-256 hash of the file's content in hexadecimal. Rejects when the file does not exist. */
export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/** Like `copyFile`, but returns null when the file does not exist. */
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

/** Copies the folder `name` of `from` recursively to `to`. Files that are removed during the copy are skipped. */
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
