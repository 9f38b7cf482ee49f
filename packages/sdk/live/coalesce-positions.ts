// Coalesces incoming positions to one callback per frame with the latest position of each driver.

export interface DriverPosition {
  readonly driver: string;
  readonly lat: number;
  readonly lng: number;
  /** ms since the epoch. */
  readonly at: number;
  /** Degrees clockwise from north; null when unknown. */
  readonly heading: number | null;
}

/** `schedule` must run its callback at the next frame, like requestAnimationFrame in a browser. */
export function coalescePositions(
  deliver: (latest: readonly DriverPosition[]) => void,
  schedule: (flush: () => void) => void,
): (position: DriverPosition) => void {
  const latest = new Map<string, DriverPosition>();
  let scheduled = false;
  const flush = () => {
    scheduled = false;
    const batch = [...latest.values()];
    latest.clear();
    deliver(batch);
  };
  return (position) => {
    const known = latest.get(position.driver);
    if (known && known.at > position.at) return;
    latest.set(position.driver, position);
    if (scheduled) return;
    scheduled = true;
    schedule(flush);
  };
}
