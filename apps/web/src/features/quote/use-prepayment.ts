// A delivery is paid for before it is dispatched: from the booking that waits for its payment to what became of it.
import type { BookingResult } from '@kerb/contract';
import { useEffect, useRef, useState } from 'react';

/** Specification §9: how long after the payment dialog is closed booking and estimate are forgotten. */
const FORGET_MS = 1_500;

export interface Prepayment {
  /** The booking to be paid; null while none is. */
  readonly owed: BookingResult | null;
  /** The booking that is paid, or needed no payment before; null otherwise. */
  readonly ready: BookingResult | null;
  /** The booking whose payment was given up: it waits in the list. */
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
    onPaid: () => setPaid(id),
    onClose: () => {
      setLeft(id);
      setWaiting(booked);
    },
    dismiss: () => setWaiting(null),
  };
}
