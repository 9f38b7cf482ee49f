// React hook for prepaying a delivery: from the unpaid booking to its payment or its postponement.
import type { BookingResult } from '@kerb/contract';
import { useEffect, useRef, useState } from 'react';

/** Delay between closing the payment dialog and clearing booking and estimate (specification §9). */
const FORGET_MS = 1_500;

export interface Prepayment {
  /** The booking to be paid, or null. */
  readonly owed: BookingResult | null;
  /** The booking that is paid or needs no prepayment, or null. */
  readonly ready: BookingResult | null;
  /** The booking whose payment was postponed: it stays unpaid in the list. */
  readonly waiting: BookingResult | null;
  readonly onPaid: () => void;
  readonly onClose: () => void;
  readonly dismiss: () => void;
}

/** `forget` clears booking and estimate. */
export function usePrepayment(booked: BookingResult | null, forget: () => void): Prepayment {
  const [paid, setPaid] = useState<string | null>(null);
  const [left, setLeft] = useState<string | null>(null);
  const [waiting, setWaiting] = useState<BookingResult | null>(null);
  const id = booked?.booking_id ?? null;
  const waits = booked?.mainData.status === 'PAYMENT_PENDING' && paid !== id;
  const isLeft = waits && left === id;
  const newest = useRef(forget);
  useEffect(() => {
    newest.current = forget;
  });
  useEffect(() => {
    if (!isLeft) return;
    const timer = setTimeout(() => newest.current(), FORGET_MS);
    return () => clearTimeout(timer);
  }, [isLeft]);
  return {
    owed: waits && !isLeft ? booked : null,
    ready: waits ? null : booked,
    waiting,
    onPaid: () => {
      setPaid(id);
      setWaiting((postponed) => (postponed?.booking_id === id ? null : postponed));
    },
    onClose: () => {
      setLeft(id);
      setWaiting(booked);
    },
    dismiss: () => setWaiting(null),
  };
}
