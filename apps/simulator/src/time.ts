// Time in the simulation: a clock that may run faster than real time, and waits that end with the signal.

export interface Time {
  /** Simulated seconds since the start. */
  secs(): number;
  /** Waits so many simulated seconds; returns early when the signal ends. */
  wait(secs: number, signal: AbortSignal): Promise<void>;
  /** Waits by the clock on the wall, where people and networks are concerned. */
  waitMs(ms: number, signal: AbortSignal): Promise<void>;
  /** How much faster than the wall's clock it goes. */
  readonly speed: number;
  /** ms since the epoch */
  now(): number;
}

function waitMs(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || ms <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}

export function createTime(speed: number): Time {
  const start = performance.now();
  return {
    speed,
    now: () => Date.now(),
    secs: () => ((performance.now() - start) / 1000) * speed,
    wait: (secs, signal) => waitMs((secs * 1000) / speed, signal),
    waitMs,
  };
}

/** Ends with any of the others, and lets go of them when it is done with. */
export function endingWith(...signals: readonly AbortSignal[]): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const end = (): void => {
    for (const signal of signals) signal.removeEventListener('abort', end);
    controller.abort();
  };
  for (const signal of signals) {
    if (signal.aborted) controller.abort();
    else signal.addEventListener('abort', end, { once: true });
  }
  return { signal: controller.signal, end };
}

/** Wakes the waiting agent; a call while no agent waits is remembered for the next wait. */
export function createBell(): {
  ring(): void;
  wait(ms: number, time: Time, signal: AbortSignal): Promise<void>;
} {
  let rung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async wait(ms, time, signal) {
      if (!rung) {
        const waiting = endingWith(signal);
        wake = waiting.end;
        await time.waitMs(ms, waiting.signal);
        waiting.end();
        wake = null;
      }
      rung = false;
    },
  };
}
