// Files of the tests: kept in memory, pictures taken as they come.
import type { Images } from '../../../ports/images.ts';
import { guardStorageKey, type Storage, type StoredFile } from '../../../ports/storage.ts';

export interface MemoryFiles {
  images: Images;
  storage: Storage;
  /** What is kept, by key. */
  readonly kept: ReadonlyMap<string, StoredFile>;
}

export function createMemoryFiles(): MemoryFiles {
  const kept = new Map<string, StoredFile>();
  return {
    kept,
    images: { reencode: async (bytes) => ({ bytes, contentType: 'image/webp' }) },
    storage: {
      put: async (key, file) => {
        guardStorageKey(key);
        kept.set(key, file);
      },
      get: async (key) => kept.get(key) ?? null,
      remove: async (key) => void kept.delete(key),
    },
  };
}
