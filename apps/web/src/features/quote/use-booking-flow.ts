// The booking flow of the specification: Book, validation, options, estimate, confirmation, booking; one step at a time.
import type { BookingResult, EstimateView } from '@kerb/contract';
import {
  type BookingDraft,
  type FieldIssues,
  fieldIssues,
  type InstructionData,
  type PaymentMode,
  validateBooking,
} from '@kerb/domain/booking';
import type { CarType } from '@kerb/domain/fleet';
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
import { type BookedFor, noInstructions, type WhenChoice } from './booking-choices.ts';
import { useOneAtATime } from './use-one-at-a-time.ts';

/** How it is to be paid; `usedWalletMoney`, major units, is the wallet's part of cash or card. */
export interface PaymentChoice {
  readonly payment_mode: PaymentMode;
  readonly usedWalletMoney: number;
}

export interface FlowInput {
  readonly when: WhenChoice;
  readonly cars: readonly CarType[] | null;
  /** Eligible drivers of the chosen car type around the pickup; null while that is not known. */
  readonly driversNearby: number | null;
  /** Left out: whoever is signed in books for themselves. */
  readonly bookedFor?: BookedFor | undefined;
}

export interface BookingFlow {
  readonly busy: boolean;
  /** An error key to alert with, or null. */
  readonly alert: string | null;
  /** The car type whose options and the delivery's details are asked for; null while they are not. */
  readonly asking: CarType | null;
  readonly instructions: InstructionData;
  readonly estimate: EstimateView | null;
  readonly booked: BookingResult | null;
  /** The press of Book; resolves when it has led somewhere, with what is wrong by field. */
  readonly book: () => Promise<FieldIssues>;
  readonly typeInstructions: (instructions: InstructionData) => void;
  readonly closeOptions: () => void;
  /** On from the options to the estimate. */
  readonly proceed: () => void;
  readonly confirm: (packet: PaymentChoice) => void;
  readonly cancelEstimate: () => void;
  readonly closeAlert: () => void;
  /** Forgets the booking and the trip once the rider has seen the reference. */
  readonly finish: () => void;
}

const keyOf = (problem: unknown): string => (typeof problem === 'string' ? problem : 'internal');

export function useBookingFlow({ when, cars, driversNearby, bookedFor }: FlowInput): BookingFlow {
  const dispatch = useKerbDispatch();
  const { user } = useAuth();
  const settings = useSettings();
  const { pickup, drop, waypoints, carType } = useKerbSelector((state) => state.tripdata);
  const { estimate } = useKerbSelector((state) => state.estimatedata);
  const { booking } = useKerbSelector((state) => state.bookingdata);
  const [instructions, setInstructions] = useState<InstructionData>(noInstructions);
  const [asking, setAsking] = useState<CarType | null>(null);
  const [alert, setAlert] = useState<string | null>(null);
  const { busy, run } = useOneAtATime((problem) => setAlert(keyOf(problem)));
  const appcat = settings?.appcat ?? 'taxi';
  const car = cars?.find(({ id }) => id === carType) ?? null;

  const draft = (): BookingDraft => ({
    appcat,
    booking_type_admin: bookedFor !== undefined,
    person: user,
    rider: bookedFor?.rider ?? null,
    pickup,
    drop,
    waypoints: [...waypoints],
    carType,
    ...when,
    driversNearby,
    instructionData: instructions,
  });
  const tripdate = when.bookLater && when.tripdate !== null ? { tripdate: when.tripdate } : {};

  const ask = async () => {
    if (!pickup || !drop || carType === null) return;
    const journey = { pickup, drop, waypoints: [...waypoints], carType };
    await dispatch(getEstimate({ ...journey, instructionData: instructions, ...tripdate })).unwrap();
    setAsking(null);
  };

  const book = async (): Promise<FieldIssues> => {
    dispatch(clearEstimate());
    dispatch(clearBooking());
    const now = Date.now();
    const { deliveryPerson, deliveryPersonPhone, ...issues } = fieldIssues(draft(), now);
    const first = validateBooking(draft(), now);
    await run(async () => {
      // What is carried is asked for in the next step; anything else is said first.
      const issue = first === 'deliveryDetailMissing' ? (Object.values(issues)[0] ?? null) : first;
      if (issue !== null) return setAlert(issue);
      const hasChoices = car !== null && car.options.length + car.parcelTypes.length > 0;
      if (car && (appcat === 'delivery' || hasChoices)) return setAsking(car);
      await ask();
    });
    return issues;
  };

  const proceed = () =>
    run(async () => {
      const issue = validateBooking(draft(), Date.now());
      if (issue !== null) return setAlert(issue);
      await ask();
    });

  const confirm = (paymentPacket: PaymentChoice) =>
    run(async () => {
      if (!estimate) return;
      const { id, pickup: from, drop: to, waypoints: stops, carType: quoted } = estimate;
      const request = { estimate: id, pickup: from, drop: to, waypoints: stops, carType: quoted };
      const rider = bookedFor?.rider;
      const booked = { booking_type_admin: true, ...(rider ? { userDetails: { uid: rider.id } } : {}) };
      const driver = bookedFor?.driver ?? null;
      await dispatch(
        addBooking({
          ...request,
          instructionData: instructions,
          bookLater: when.bookLater,
          ...tripdate,
          paymentPacket,
          promo: estimate.promo?.promo_key ?? null,
          ...(bookedFor ? booked : {}),
          ...(driver === null ? {} : { driver }),
        }),
      ).unwrap();
      dispatch(clearEstimate());
    });

  return {
    busy,
    alert,
    asking,
    instructions,
    estimate,
    booked: booking,
    book,
    typeInstructions: setInstructions,
    closeOptions: () => setAsking(null),
    proceed: () => void proceed(),
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
