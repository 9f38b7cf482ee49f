// What was paid for a booking and what went back: read when shown, and again when the booking changes.
import type { RouteAnswer, Routes } from '@kerb/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLiveTopic } from '../../lib/live.ts';
import { client } from '../../lib/store.ts';

export type Money = RouteAnswer<Routes['getBookingMoney']>;

export interface BookingMoneyState {
  readonly money: Money | null;
  readonly problem: unknown;
  readonly reload: () => void;
}

/** `booking` null loads nothing, for viewers who may not see the money. */
export function useBookingMoney(booking: string | null): BookingMoneyState {
  const [money, setMoney] = useState<Money | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const newest = useRef(0);

  const load = useCallback(async () => {
    if (booking === null) return;
    newest.current += 1;
    const mine = newest.current;
    try {
      const answer = await client.getBookingMoney({ params: { id: booking } });
      if (mine !== newest.current) return;
      setMoney(answer);
      setProblem(null);
    } catch (error) {
      if (mine === newest.current) setProblem(error);
    }
  }, [booking]);

  useEffect(() => void load(), [load]);
  useLiveTopic(booking === null ? null : `booking:${booking}`, (message) => {
    if (message.type === 'event') void load();
  });
  return { money, problem, reload: () => void load() };
}
