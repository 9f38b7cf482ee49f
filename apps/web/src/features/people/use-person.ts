// One user, reloaded when the record changes.
import type { User } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { live, useLiveTopic } from '../../lib/live.ts';
import { onceOpen } from '../../lib/once-open.ts';
import { client } from '../../lib/store.ts';
import { throttle } from '../../lib/throttle.ts';

export interface PersonState {
  /** Null until they are here. */
  readonly person: User | null;
  /** Why the last reading failed; null when it did not. */
  readonly problem: unknown;
  readonly reload: () => void;
  /** What an own action answered with. */
  readonly show: (person: User) => void;
  /** Counts up with every change, for what is read beside the person. */
  readonly version: number;
}

/** Bookings of a busy city change many times a second, and do not say whose they are. */
const bookingsAtMostEveryMs = 3000;

export function usePerson(id: string): PersonState {
  const [person, setPerson] = useState<User | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [version, setVersion] = useState(0);
  // Responses for another user, and superseded ones, are dropped.
  const newest = useRef(0);

  const show = useCallback((now: User) => {
    newest.current += 1;
    setPerson(now);
    setProblem(null);
    setVersion((before) => before + 1);
  }, []);

  const reload = useCallback(async () => {
    newest.current += 1;
    const mine = newest.current;
    try {
      const now = await client.getUser({ params: { id } });
      if (mine === newest.current) show(now);
    } catch (error) {
      if (mine === newest.current) setProblem(error);
    }
  }, [id, show]);

  const forget = useCallback(() => {
    newest.current += 1;
    setProblem(new ApiError({ status: 404, code: 'not_found' }));
  }, []);

  useEffect(() => {
    setPerson(null);
    setProblem(null);
    void reload();
    return () => {
      newest.current += 1;
    };
  }, [reload]);

  useEffect(() => onceOpen(live, () => void reload()), [reload]);
  useLiveTopic('people', (message) => {
    if (message.type !== 'event' || message.data.uid !== id) return;
    // A deleted user cannot be loaded again.
    if (message.name === 'user.deleted') forget();
    else void reload();
  });

  // With their bookings go whether they are on a trip, their wallet and their rating.
  const travels = person?.usertype === 'rider' || person?.usertype === 'driver';
  const afterBooking = useMemo(() => throttle(() => void reload(), bookingsAtMostEveryMs), [reload]);
  useEffect(() => afterBooking.cancel, [afterBooking]);
  useLiveTopic(travels ? 'bookings' : null, (message) => {
    if (message.type === 'event') afterBooking();
  });

  return { person, problem, reload: useCallback(() => void reload(), [reload]), show, version };
}
