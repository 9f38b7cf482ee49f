// A stop in order: load balancers see that the server is not ready before it takes no more calls, so that none is cut off.

/** Longer than the proxies of deploy/ need to see two answers that the server is not ready, also on a busy machine. */
const NOTICE_MS = 5_000;
/** A load balancer has checked the server twice within this time. */
const WATCHED_MS = 15_000;

export interface Drain {
  /** /ready answers that the server is not ready, and each connection ends with its response. */
  isStopping(): boolean;
  /** A load balancer checks whether the server is ready. */
  noteCheck(): void;
  /** Begins the stop. Waits until load balancers know of it, and not at all where none checks the server. */
  begin(): Promise<void>;
}

export function createDrain(noticeMs = NOTICE_MS, now: () => number = () => performance.now()): Drain {
  let isStopping = false;
  let lastCheck = Number.NEGATIVE_INFINITY;
  let checkBefore = Number.NEGATIVE_INFINITY;
  return {
    isStopping: () => isStopping,
    noteCheck() {
      checkBefore = lastCheck;
      lastCheck = now();
    },
    async begin() {
      isStopping = true;
      if (now() - checkBefore < WATCHED_MS) await new Promise((resolve) => setTimeout(resolve, noticeMs));
    },
  };
}
