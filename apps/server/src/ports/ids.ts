// Port that generates identifiers: UUIDv7, so that rows sort by their creation time.

export interface Ids {
  next(): string;
}
