// The booking flow of the specification: Book, validation, estimate, confirmation, booking; one step at a time.
import type { BookingResult, EstimateView } from '@kerb/contract';
import type { PaymentMode } from '@kerb/domain/booking';
import {
  addBooking,
  clearBooking,
  clearEstimate,
  clearTripPoints,
  getEstimate,
  updateTripPickup,
} from '@kerb/sdk/store';
import { useState } from 'react';
import { useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { loadBookingRules } from './use-booking-rules.ts';

export interface WhenChoice {
  readonly bookLater: boolean;
  /** ms since the epoch; null until chosen. */
  readonly tripdate: number | null;
}

export interface BookingFlow {
  readonly busy: boolean;
  /** An error key to alert with, or null. */
  readonly alert: string | null;
  readonly estimate: EstimateView | null;
  readonly booked: BookingResult | null;
  readonly book: () => void;
  readonly confirm: (packet: { payment_mode: PaymentMode; usedWalletMoney: number }) => void;
  readonly cancelEstimate: () => void;
  readonly closeAlert: () => void;
  /** Forgets the booking and the trip once the rider has seen the reference. */
  readonly finish: () => void;
}

const keyOf = (problem: unknown): string => (typeof problem === 'string' ? problem : 'internal');

export function useBookingFlow(when: WhenChoice, driversNearby: number | null): BookingFlow {
  const dispatch = useKerbDispatch();
  const { user } = useAuth();
  const settings = useSettings();
  const { pickup, drop, waypoints, carType } = useKerbSelector((state) => state.tripdata);
  const { estimate } = useKerbSelector((state) => state.estimatedata);
  const { booking } = useKerbSelector((state) => state.bookingdata);
  const [busy, setBusy] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);

  const run = async (step: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    try {
      await step();
    } catch (problem) {
      setAlert(keyOf(problem));
    } finally {
      setBusy(false);
    }
  };

  const issueNow = async (): Promise<string | null> => {
    const { validateBooking } = await loadBookingRules();
    const draft = {
      appcat: settings?.appcat ?? 'taxi',
      booking_type_admin: false,
      person: user,
      pickup,
      drop,
      waypoints: [...waypoints],
      carType,
      ...when,
      driversNearby,
    };
    return validateBooking(draft, Date.now());
  };

  const book = () =>
    run(async () => {
      const issue = await issueNow();
      if (issue !== null) return setAlert(issue);
      if (!pickup || !drop || carType === null) return;
      const tripdate = when.bookLater && when.tripdate !== null ? { tripdate: when.tripdate } : {};
      await dispatch(getEstimate({ pickup, drop, waypoints: [...waypoints], carType, ...tripdate })).unwrap();
    });

  const confirm = (paymentPacket: { payment_mode: PaymentMode; usedWalletMoney: number }) =>
    run(async () => {
      if (!estimate) return;
      const { id, pickup: from, drop: to, waypoints: stops, carType: car } = estimate;
      const tripdate = when.bookLater && when.tripdate !== null ? { tripdate: when.tripdate } : {};
      const request = { estimate: id, pickup: from, drop: to, waypoints: stops, carType: car };
      await dispatch(
        addBooking({ ...request, bookLater: when.bookLater, ...tripdate, paymentPacket }),
      ).unwrap();
      dispatch(clearEstimate());
    });

  return {
    busy,
    alert,
    estimate,
    booked: booking,
    book: () => void book(),
    confirm: (packet) => void confirm(packet),
    cancelEstimate: () => dispatch(clearEstimate()),
    closeAlert: () => {
      setAlert(null);
      dispatch(clearEstimate());
    },
    finish: () => {
      dispatch(clearBooking());
      dispatch(clearTripPoints());
      dispatch(updateTripPickup(null));
    },
  };
}
