// Computes the least total waiting time of a small trace by exact search over the assignments and orders of requests.

export interface KnownRequest {
  /** In seconds. */
  at: number;
  /** Seconds from the pickup to the end of the trip. */
  tripSecs: number;
}

export interface KnownTrace {
  requests: readonly KnownRequest[];
  drivers: number;
  /** Seconds from the driver's initial place to the pickup of the request. */
  fromStart(driver: number, request: number): number;
  /** Seconds from the drop-off of one request to the pickup of another. */
  between(before: number, request: number): number;
}

/** A way to serve a set of requests: the time when the driver is free again, and the total wait of the riders. */
interface Label {
  free: number;
  waited: number;
}

/** Adds the label unless another one is at least as good in both values, and removes those that it dominates. */
function addLabel(labels: Label[], added: Label): void {
  if (labels.some(({ free, waited }) => free <= added.free && waited <= added.waited)) return;
  const rest = labels.filter(({ free, waited }) => free < added.free || waited < added.waited);
  labels.length = 0;
  for (const label of rest) labels.push(label);
  labels.push(added);
}

/** The least total wait of each set of requests (a bit mask) when this driver serves all of them. */
function minWaits(trace: KnownTrace, driver: number): Float64Array {
  const { requests } = trace;
  const count = requests.length;
  const sets = 1 << count;
  const least = new Float64Array(sets).fill(Number.POSITIVE_INFINITY);
  least[0] = 0;
  const labels = new Map<number, Label[]>();
  const labelsOf = (set: number, last: number): Label[] => {
    const key = set * count + last;
    const found = labels.get(key) ?? [];
    labels.set(key, found);
    return found;
  };
  /** The driver departs when free, but not before the request is made. */
  const serve = (set: number, request: number, freeAt: number, waited: number, drive: number): void => {
    const { at, tripSecs } = requests[request] ?? { at: 0, tripSecs: 0 };
    const pickup = Math.max(freeAt, at) + drive;
    addLabel(labelsOf(set | (1 << request), request), {
      free: pickup + tripSecs,
      waited: waited + pickup - at,
    });
  };
  for (let request = 0; request < count; request += 1)
    serve(0, request, 0, 0, trace.fromStart(driver, request));
  for (let set = 1; set < sets; set += 1) {
    for (let last = 0; last < count; last += 1) {
      for (const { free, waited } of labels.get(set * count + last) ?? []) {
        least[set] = Math.min(least[set] ?? 0, waited);
        for (let request = 0; request < count; request += 1) {
          if ((set & (1 << request)) === 0) serve(set, request, free, waited, trace.between(last, request));
        }
      }
    }
  }
  return least;
}

/** Total waiting seconds of the best schedule that serves every request; exact, for at most about 12 requests. */
export function minTotalWait(trace: KnownTrace): number {
  const all = (1 << trace.requests.length) - 1;
  let best = minWaits(trace, 0);
  for (let driver = 1; driver < trace.drivers; driver += 1) {
    const alone = minWaits(trace, driver);
    const together = new Float64Array(all + 1);
    for (let set = 0; set <= all; set += 1) {
      let least = best[set] ?? 0;
      for (let part = set; part > 0; part = (part - 1) & set) {
        least = Math.min(least, (alone[part] ?? 0) + (best[set ^ part] ?? 0));
      }
      together[set] = least;
    }
    best = together;
  }
  return best[all] ?? 0;
}
