// Where new identifiers come from: UUIDv7, so that rows sort by their time of creation.

export interface Ids {
  next(): string;
}
