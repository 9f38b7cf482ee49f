// Files on disk: kept whole with their type, replaced, removed, and never outside their folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createDiskStorage } from './disk-storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-storage-'));
const storage = createDiskStorage(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = 'users/a1/photo.webp';
const file = (text: string) => ({ bytes: Buffer.from(text), contentType: 'image/webp' });

describe('disk storage', () => {
  it('gives back what was put, the newest when put twice', async () => {
    await storage.put(key, file('one\ntwo'));
    expect(await storage.get(key)).toEqual(file('one\ntwo'));
    await storage.put(key, file('three'));
    expect(await storage.get(key)).toEqual(file('three'));
  });

  it('has nothing where nothing was put, and after a removal', async () => {
    expect(await storage.get('users/nobody/photo.webp')).toBeNull();
    await storage.remove(key);
    expect(await storage.get(key)).toBeNull();
  });

  it.each(['../secret', '/etc/passwd', 'a/../../b', 'a//b', ''])('refuses the key %j', async (bad) => {
    await expect(storage.get(bad)).rejects.toThrow(RangeError);
  });
});
