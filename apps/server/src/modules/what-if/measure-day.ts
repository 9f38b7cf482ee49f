// Computes the measured values of a day: the number of served requests, and the time until the driver arrived.
import type { WhatIfResult } from '@kerb/contract';
import { MS_PER_HOUR, MS_PER_SECOND } from '@kerb/domain/kernel';
import { mean, percentileOf } from '@kerb/lab';
import type { WhatIfRequestView } from './what-if.tables.ts';

type Measured = Pick<WhatIfRequestView, 'at' | 'book_later' | 'arrived_at' | 'served'>;

/** Null for bookings for later, whose riders did not wait, and without an arrival. */
const waitOf = ({ at, book_later, arrived_at }: Measured): number | null =>
  book_later || arrived_at === null || arrived_at < at ? null : (arrived_at - at) / MS_PER_SECOND;

export function measureDay(requests: readonly Measured[]): WhatIfResult['measured'] {
  const known = requests.filter(({ served }) => served !== null);
  const waits = requests.flatMap((request) => waitOf(request) ?? []).sort((one, other) => one - other);
  const hasWaits = waits.length > 0;
  return {
    requests: known.length,
    served_share:
      known.length === 0 ? null : known.filter(({ served }) => served === true).length / known.length,
    riders: waits.length,
    wait_mean_secs: hasWaits ? mean(waits) : null,
    wait_median_secs: hasWaits ? percentileOf(waits, 50) : null,
    wait_p95_secs: hasWaits ? percentileOf(waits, 95) : null,
  };
}

/** Mean waiting times by hour of the request since `from`; hours without one are missing. */
export function measuredWaitByHour(requests: readonly Measured[], from: number): Map<number, number> {
  const waits = new Map<number, number[]>();
  for (const request of requests) {
    const secs = waitOf(request);
    if (secs === null) continue;
    const hour = Math.floor((request.at - from) / MS_PER_HOUR);
    waits.set(hour, [...(waits.get(hour) ?? []), secs]);
  }
  return new Map([...waits].map(([hour, values]) => [hour, mean(values)]));
}
