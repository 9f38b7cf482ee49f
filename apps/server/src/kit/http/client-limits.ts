// Limits the time and memory that one connection may use, and the number of waiting connections.

export interface ClientLimits {
  /** Time limit for the headers, and for the whole request, ms; 0 for no limit. */
  readonly headersWithinMs: number;
  readonly requestWithinMs: number;
  /** Interval at which connections are checked for these time limits, ms. */
  readonly examinedEveryMs: number;
  readonly bodyBytes: number;
  /** Maximum number of connections without a complete request; beyond it, the one that waited longest is closed. */
  readonly waiting: number;
}

export const defaultClientLimits: ClientLimits = {
  headersWithinMs: 10_000,
  requestWithinMs: 30_000,
  examinedEveryMs: 5_000,
  bodyBytes: 256 * 1024,
  waiting: 5_000,
};

/**
 * Maximum number of connections waiting to be accepted: the kernel drops further ones, and their clients retry only
 * after a second.
 */
export const LISTEN_BACKLOG = 4_096;

/** Number of sockets that accept connections: 16 in a turn of 30 ms are more than 500 a second. */
export const ACCEPTORS = 16;
