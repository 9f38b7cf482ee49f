// Keeps files: photos, proofs, signatures. Keys are made by the caller and never by a client.

export interface StoredFile {
  bytes: Buffer;
  contentType: string;
}

export interface Storage {
  /** `key` is path-like, without leading slash: "users/<uid>/photo.webp". Replaces what was there. */
  put(key: string, file: StoredFile): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  remove(key: string): Promise<void>;
}
