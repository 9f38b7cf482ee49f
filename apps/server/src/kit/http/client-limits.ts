// What one connection may take of the server's time and memory, and how many may wait.

export interface ClientLimits {
  /** ms until the headers, and until the whole request, have to be there; 0 for no limit. */
  readonly headersWithinMs: number;
  readonly requestWithinMs: number;
  /** How often connections are examined for that, ms. */
  readonly examinedEveryMs: number;
  readonly bodyBytes: number;
  /** Connections without a whole request; beyond it the one that waited longest is closed. */
  readonly waiting: number;
}

export const defaultClientLimits: ClientLimits = {
  headersWithinMs: 10_000,
  requestWithinMs: 30_000,
  examinedEveryMs: 5_000,
  bodyBytes: 256 * 1024,
  waiting: 5_000,
};

/** Connections that wait to be accepted: the kernel drops more, and their clients try again only after a second. */
export const LISTEN_BACKLOG = 4_096;
