// Copies files and computes their hashes on the way, so that a hash is of the bytes that were copied.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackedUpFile } from './manifest.ts';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Paths relative to the folder, of regular files and of folders without any; sorted. */
export async function listTree(folder: string): Promise<{ files: string[]; folders: string[] }> {
  const files: string[] = [];
  const folders: string[] = [];
  async function list(relative: string): Promise<void> {
    const entries = await readdir(join(folder, relative), { withFileTypes: true });
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const path = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory()) {
        folders.push(path);
        await list(path);
      } else if (entry.isFile()) {
        files.push(path);
      }
    }
  }
  await list('').catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  return { files, folders };
}

const AT_ONCE = 16;

/** Works through the items, several at the same time: each copy waits for the disk. Rejects with the first failure. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

/** Keeps the permissions. Writes the copy to the disk before it returns, unless `flush` is false. */
export async function copyFile(
  from: string,
  to: string,
  { flush = true }: { flush?: boolean } = {},
): Promise<Omit<BackedUpFile, 'path'>> {
  await mkdir(dirname(to), { recursive: true });
  const hash = createHash('sha256');
  let bytes = 0;
  const { mode } = await stat(from);
  await pipeline(
    createReadStream(from),
    async function* measure(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(to, { flush }),
  );
  await chmod(to, mode & 0o777);
  return { bytes, sha256: hash.digest('hex') };
}

/** Null when the file was removed meanwhile. */
export async function copyIfThere(
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
    const copy = await copyIfThere(join(from, path), join(to, path));
    if (copy !== null) copied.push({ path, ...copy });
  });
  return copied;
}
