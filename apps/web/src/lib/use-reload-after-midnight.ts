// React hook that repeats a request for "today" when the operator's next day has begun.
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import { dayAt } from '@kerb/domain/recurring-bookings';
import { useEffect, useRef } from 'react';
import { useClockOffset } from './trip-queue/server-clock.ts';
import { useNow } from './use-now.ts';
import { useSettings } from './use-settings.ts';

/**
 * `today`: the operator's day of the shown response (YYYY-MM-DD), null without one. Repeated until the response is of
 * the new day, because the clocks of phone and server may differ by seconds.
 */
export function useReloadAfterMidnight(today: string | null, reload: () => void): void {
  const timeZone = useSettings()?.timezone ?? null;
  const now = useNow(true, 20 * MS_PER_SECOND) + useClockOffset();
  const newest = useRef(reload);
  useEffect(() => {
    newest.current = reload;
  });
  useEffect(() => {
    if (today !== null && timeZone !== null && dayAt(now, timeZone) > today) newest.current();
  }, [now, today, timeZone]);
}
