// Keeps files: photos, proofs, documents. Keys are made by the caller and never by a client.

const KEY = /^[\w-]+(\/[\w-]+)*\.[a-z0-9]+$/;

/** Throws RangeError for what is no key; the same for every store, the one of the tests included. */
export function guardStorageKey(key: string): void {
  if (!KEY.test(key)) throw new RangeError(`Not a storage key: ${key}`);
}

export interface StoredFile {
  bytes: Buffer;
  contentType: string;
}

/** Each call throws DomainError `unavailable` while the store cannot be written or read: full, failing, without permission. */
export interface Storage {
  /**
   * `key` is path-like, without leading slash, letters, digits, hyphens and underscores in each part, with an
   * extension that says the type: "users/<uid>/profileImage.webp". Replaces what was there; a reader sees the old file or the new
   * one, never a part. Throws RangeError for what is not a key.
   */
  put(key: string, file: StoredFile): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  /** Nothing there is no error. */
  remove(key: string): Promise<void>;
}
