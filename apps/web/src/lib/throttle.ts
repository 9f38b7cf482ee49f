// Limits a function to one call per interval: the first call runs at once, the last of a burst at the end of the
// interval.

export interface Throttled<Args extends unknown[]> {
  (...args: Args): void;
  /** Cancels the pending call. */
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
