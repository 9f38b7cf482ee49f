// Keeps files: photos, proofs, documents. Keys are made by the caller and never by a client.

export interface StoredFile {
  bytes: Buffer;
  contentType: string;
}

export interface Storage {
  /**
   * `key` is path-like, without leading slash, letters, digits and hyphens in each part, with an extension that
   * says the type: "users/<uid>/profileImage.webp". Replaces what was there; a reader sees the old file or the new
   * one, never a part. Throws RangeError for what is not a key.
   */
  put(key: string, file: StoredFile): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  /** Nothing there is no error. */
  remove(key: string): Promise<void>;
}
