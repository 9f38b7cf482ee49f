// React hook that loads the drivers on duty and updates their positions from the live topic.
import { coalescePositions } from '@kerb/sdk/live';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { live, useLiveTopic } from '../../lib/live.ts';
import { client } from '../../lib/store.ts';
import { throttle } from '../../lib/throttle.ts';
import { whenOpen } from '../../lib/when-open.ts';
import { type LiveDriver, listed, moved } from './live-drivers.ts';

export interface LiveDrivers {
  /** Null while loading. */
  readonly drivers: readonly LiveDriver[] | null;
  /** Error of the last request; null after a success. */
  readonly problem: unknown;
  readonly reload: () => void;
}

const drawEveryMs = 500;
const readAtMostEveryMs = 3000;
/** Interval of reloads: drivers who go off duty stop sending positions, without an event. */
const readAgainMs = 20_000;

export function useLiveDrivers(): LiveDrivers {
  const [drivers, setDrivers] = useState<readonly LiveDriver[] | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const newest = useRef<readonly LiveDriver[]>([]);

  const keep = useCallback((now: readonly LiveDriver[]) => {
    newest.current = now;
    setDrivers(now);
  }, []);
  const read = useCallback(async () => {
    try {
      const { items } = await client.liveDrivers();
      keep(listed(newest.current, items));
      setProblem(null);
    } catch (error) {
      setProblem(error);
    }
  }, [keep]);
  const readSoon = useMemo(() => throttle(() => void read(), readAtMostEveryMs), [read]);

  useEffect(() => {
    readSoon();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') readSoon();
    }, readAgainMs);
    return () => {
      clearInterval(timer);
      readSoon.cancel();
    };
  }, [readSoon]);
  // Reload once connected: changes between the first load and the connection were not published to this client.
  useEffect(() => whenOpen(live, readSoon), [readSoon]);

  const onPosition = useMemo(
    () =>
      coalescePositions(
        (positions) => {
          const now = moved(newest.current, positions);
          if (now.isIncomplete) readSoon();
          keep(now.drivers);
        },
        (flush) => setTimeout(flush, drawEveryMs),
      ),
    [keep, readSoon],
  );
  useLiveTopic('drivers', (message) => {
    if (message.type === 'position') onPosition(message);
  });
  // Drivers become busy or free when a trip is accepted or ends.
  useLiveTopic('bookings', (message) => {
    if (message.type === 'event') readSoon();
  });
  const reload = useCallback(() => void read(), [read]);
  return { drivers, problem, reload };
}
