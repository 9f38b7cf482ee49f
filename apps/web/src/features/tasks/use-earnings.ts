// Today's earnings, reloaded when the driver's bookings change.
import type { WalletEntry } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import { useEffect, useState } from 'react';
import { client, useKerbSelector } from '../../lib/store.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { type Earnings, earningsOfDay, reachesBeyondDay } from './earnings.ts';

/** No driver makes more trips in a day than these pages hold. */
const mostPages = 5;

async function entriesOfDay(now: number, timeZone: string): Promise<WalletEntry[]> {
  const entries: WalletEntry[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const { items, nextCursor } = await client.getWallet({
      query: { limit: 200, ...(cursor === null ? {} : { cursor }) },
    });
    entries.push(...items);
    cursor = nextCursor;
    if (cursor === null || reachesBeyondDay(entries, now, timeZone)) break;
  }
  return entries;
}

export interface EarningsState {
  /** Null until known. */
  readonly earnings: Earnings | null;
  /** They could not be read, and none are known from before. */
  readonly failed: boolean;
  readonly retry: () => void;
}

export function useEarnings(): EarningsState {
  const timeZone = useSettings()?.timezone ?? 'UTC';
  const bookings = useKerbSelector((state) => state.bookinglistdata.bookings);
  const [earnings, setEarnings] = useState<Earnings | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed booking may have been paid
  useEffect(() => {
    let wanted = true;
    const now = Date.now();
    setFailed(false);
    entriesOfDay(now, timeZone)
      .then((entries) => wanted && setEarnings(earningsOfDay(entries, now, timeZone)))
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        // What was known stays; the next change of a booking asks again.
        if (wanted) setFailed(true);
      });
    return () => {
      wanted = false;
    };
  }, [timeZone, bookings, attempt]);
  return { earnings, failed: failed && earnings === null, retry: () => setAttempt(attempt + 1) };
}
