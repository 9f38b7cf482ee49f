// At most one call per interval: the first at once, the last of a burst when the interval is over.

export interface Throttled<Args extends unknown[]> {
  (...args: Args): void;
  /** Drops the call that is still waiting. */
  cancel(): void;
}

export function throttle<Args extends unknown[]>(
  run: (...args: Args) => void,
  intervalMs: number,
): Throttled<Args> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let waiting: Args | null = null;
  const open = () => {
    timer = null;
    if (waiting === null) return;
    const args = waiting;
    waiting = null;
    call(args);
  };
  const call = (args: Args) => {
    timer = setTimeout(open, intervalMs);
    run(...args);
  };
  const throttled = (...args: Args) => {
    if (timer === null) call(args);
    else waiting = args;
  };
  throttled.cancel = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    waiting = null;
  };
  return throttled;
}
