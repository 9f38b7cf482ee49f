// In-memory file storage and pass-through image processing for tests.
import type { Images } from '../../../ports/images.ts';
import { guardStorageKey, type Storage, type StoredFile } from '../../../ports/storage.ts';

export interface MemoryFiles {
  images: Images;
  storage: Storage;
  /** The stored files, by key. */
  readonly stored: ReadonlyMap<string, StoredFile>;
}

export function createMemoryFiles(): MemoryFiles {
  const stored = new Map<string, StoredFile>();
  return {
    stored,
    images: { reencode: async (bytes) => ({ bytes, contentType: 'image/webp' }) },
    storage: {
      put: async (key, file) => {
        guardStorageKey(key);
        stored.set(key, file);
      },
      get: async (key) => stored.get(key) ?? null,
      remove: async (key) => void stored.delete(key),
    },
  };
}
