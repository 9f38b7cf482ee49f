// Orderly stop: load balancers learn that the server is not ready before it stops accepting calls, so that no call is
// lost.

/**
 * Wait before the stop, ms: long enough for the proxies of deploy/ to receive two negative answers, also on a busy
 * machine.
 */
const NOTICE_MS = 5_000;
/** When two checks arrived within this time, ms, a load balancer checks the server. */
const WATCHED_MS = 15_000;

export interface Drain {
  /** While true, /ready reports that the server is not ready, and each connection is closed after its response. */
  isStopping(): boolean;
  /** Records a readiness check by a load balancer. */
  noteCheck(): void;
  /**
   * Starts the stop. Waits until load balancers have noticed it; does not wait when no load balancer checks the server.
   */
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
