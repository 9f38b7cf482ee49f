// Tests that files on disk are stored completely and with their type, replaced, removed, and never outside their
// folder.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createDiskStorage } from './drive-storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-storage-'));
const storage = createDiskStorage(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const photo = 'bookings/b-1/pickup_image/p-1.webp';
const key = 'users/a1/driverDocuments/2026-11-21T10-00-00-000Z-licenseImage.webp';
const file = (text: string) => ({ bytes: Buffer.from(text), contentType: 'image/webp' });

describe('disk storage', () => {
  it('returns the stored file, and the newest one after two writes', async () => {
    await storage.put(key, file('one\ntwo'));
    expect(await storage.get(key)).toEqual(file('one\ntwo'));
    await storage.put(key, file('three'));
    expect(await storage.get(key)).toEqual(file('three'));
    await storage.put(photo, file('four'));
    expect(await storage.get(photo)).toEqual(file('four'));
  });

  it('returns null for a file that was never stored, and after its removal', async () => {
    expect(await storage.get('users/unknown/photo.webp')).toBeNull();
    await storage.remove(key);
    expect(await storage.get(key)).toBeNull();
  });

  it('shows a reader the old file or the new one, never a part, and leaves no other files behind', async () => {
    const old = Buffer.alloc(3_000_000, 1);
    const fresh = Buffer.alloc(2_000_000, 2);
    await storage.put('big/one.webp', { bytes: old, contentType: 'image/webp' });
    const writes = Promise.all(
      [fresh, old, fresh, old, fresh].map((bytes) =>
        storage.put('big/one.webp', { bytes, contentType: 'image/webp' }),
      ),
    );
    const reads = await Promise.all(Array.from({ length: 20 }, () => storage.get('big/one.webp')));
    await writes;
    for (const read of reads)
      expect(read?.bytes.equals(old) || read?.bytes.equals(fresh), `${read?.bytes.length} bytes`).toBe(true);
    expect(readdirSync(join(folder, 'big'))).toEqual(['one.webp']);
  });

  it('stores every byte of a small file', async () => {
    const bytes = Buffer.from([0, 10, 255, 13, 10]);
    await storage.put('small/one.webp', { bytes, contentType: 'image/webp' });
    expect((await storage.get('small/one.webp'))?.bytes).toEqual(bytes);
  });

  it('reports a failed write, leaves no file behind, and writes again afterwards', async () => {
    // A file where a folder is needed causes an error for every user, including root.
    writeFileSync(join(folder, 'blocked'), '');
    await expect(storage.put('blocked/one.webp', file('x'))).rejects.toMatchObject({ code: 'unavailable' });
    rmSync(join(folder, 'blocked'));
    // The last step fails, because a folder has the file's name.
    mkdirSync(join(folder, 'blocked', 'one.webp', 'inside'), { recursive: true });
    await expect(storage.put('blocked/one.webp', file('x'))).rejects.toMatchObject({ code: 'unavailable' });
    expect(readdirSync(join(folder, 'blocked'))).toEqual(['one.webp']);
    rmSync(join(folder, 'blocked'), { recursive: true });
    await storage.put('blocked/one.webp', file('x'));
    expect(await storage.get('blocked/one.webp')).toEqual(file('x'));
  });

  it('writes the file to the disk before it gets its name, and the new names before the call ends', async () => {
    const handle = await open(folder);
    await handle.close();
    const synced: { inode: number; hasName: boolean }[] = [];
    const prototype: FileHandle = Object.getPrototypeOf(handle);
    const { sync } = prototype;
    const inodeOf = (path: string) => statSync(join(folder, path)).ino;
    const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
      const { ino: inode } = await this.stat();
      synced.push({ inode, hasName: existsSync(join(folder, 'power/cut/one.webp')) });
      return sync.call(this);
    });
    await storage.put('power/cut/one.webp', file('x')).finally(() => spy.mockRestore());
    expect(synced).toEqual([
      { inode: inodeOf('power/cut/one.webp'), hasName: false },
      { inode: inodeOf('power/cut'), hasName: true },
      { inode: inodeOf('power'), hasName: true },
      { inode: inodeOf('.'), hasName: true },
    ]);
  });

  it.each([
    '../secret.txt',
    '/etc/passwd',
    'a/../../b.webp',
    'a//b.webp',
    '',
    'a',
    'a/.b',
    'a\\b.webp',
    'a/b.webp/',
  ])('refuses the key %j', async (bad) => {
    await expect(storage.get(bad)).rejects.toThrow(RangeError);
    await expect(storage.put(bad, file('x'))).rejects.toThrow(RangeError);
    await expect(storage.remove(bad)).rejects.toThrow(RangeError);
  });
});
