// What the dashboard shows of money and bookings, read again when a booking changes and every minute.
import type { Dashboard } from '@kerb/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { live, useLiveTopic } from '../../lib/live.ts';
import { onceOpen } from '../../lib/once-open.ts';
import { client } from '../../lib/store.ts';
import { throttle } from '../../lib/throttle.ts';

export interface DashboardRead {
  /** The last good answer; null before the first. */
  readonly dashboard: Dashboard | null;
  /** Why the last reading failed. */
  readonly problem: unknown;
  readonly reload: () => void;
}

/** Bookings of a busy city change many times a second. */
const atMostEveryMs = 3000;
/** Days and months begin by themselves. */
const againAfterMs = 60_000;

export function useDashboard(): DashboardRead {
  const [dashboard, setDashboard] = useState<Dashboard | null>(null);
  const [problem, setProblem] = useState<unknown>(null);

  const read = useCallback(async () => {
    try {
      setDashboard(await client.getDashboard());
      setProblem(null);
    } catch (error) {
      setProblem(error);
    }
  }, []);
  const reload = useMemo(() => throttle(() => void read(), atMostEveryMs), [read]);

  useEffect(() => {
    reload();
    const timer = setInterval(reload, againAfterMs);
    return () => {
      clearInterval(timer);
      reload.cancel();
    };
  }, [reload]);
  useEffect(() => onceOpen(live, reload), [reload]);
  useLiveTopic('bookings', (message) => {
    if (message.type === 'event') reload();
  });
  const retry = useCallback(() => void read(), [read]);
  return { dashboard, problem, reload: retry };
}
