// React hook for the booking flow of the specification: validation, options, estimate, confirmation, booking; one step
// at a time.
import type { BookingResult } from '@kerb/contract';
import {
  type BookingDraft,
  type BookingField,
  type FieldIssues,
  fieldIssues,
  type InstructionData,
  validateBooking,
} from '@kerb/domain/booking';
import type { CarType } from '@kerb/domain/fleet';
import { addBooking, clearBooking, clearTripPoints, updateTripPickup } from '@kerb/sdk/store';
import { useRef, useState } from 'react';
import { codeOf } from '../../lib/error-code.ts';
import { useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import { serverNow } from '../../lib/trip-queue/server-clock.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import type { BookedFor, DialogParts, PaymentChoice } from './booking-choices.ts';
import { bookingRequestOf } from './booking-request.ts';
import { recoveryOf } from './recovery.ts';
import { useInstructions } from './use-instructions.ts';
import { type QuoteKeeper, requiresConfirmation, useQuote } from './use-quote.ts';
import { useQuoteExpiry } from './use-quote-expiry.ts';
import { useRenewing } from './use-renewing.ts';

export type PlaceName = Extract<BookingField, 'pickup' | 'waypoints' | 'drop'>;

export interface FlowInput {
  readonly cars: readonly CarType[] | null;
  /** Fields with a text for which no place was chosen. */
  readonly unresolved: readonly PlaceName[];
  /** Eligible drivers of the chosen car type around the pickup; null while unknown. */
  readonly driversNearby: number | null;
  /** Omit it when the signed-in user books for themselves. */
  readonly bookedFor?: BookedFor | undefined;
  readonly parts?: DialogParts | undefined;
}

export interface BookingFlow {
  readonly busy: boolean;
  /** Error key of the open alert, or null. */
  readonly alert: string | null;
  /** The car type whose options and delivery details are being entered, or null. */
  readonly instructedCar: CarType | null;
  readonly instructions: InstructionData;
  /** The rider and driver for whom the estimate was requested; undefined when users book for themselves. */
  readonly quotedFor: BookedFor | undefined;
  /** Errors of the delivery's details, after the first attempt to continue. */
  readonly detailIssues: FieldIssues;
  readonly quote: QuoteKeeper & {
    /** Expiry of the quote by this device's clock, ms since the epoch. */
    readonly until: number | null;
    /** True when the quote has expired and must be renewed before booking. */
    readonly expired: boolean;
    /** Error key of a failed renewal or booking that can be retried; null otherwise. */
    readonly problem: string | null;
  };
  /** The completed booking, also while it awaits payment. */
  readonly booked: BookingResult | null;
  /** Handles a press of Book; resolves after the next dialog or alert is open, with errors by field. */
  readonly book: () => Promise<FieldIssues>;
  readonly typeInstructions: (instructions: InstructionData) => void;
  readonly closeOptions: () => void;
  /** Continues from the options to the estimate. */
  readonly proceed: () => void;
  /** Returns from the estimate to the options with their input; null when there are no options. */
  readonly goBack: (() => void) | null;
  /** Requests the price again; called automatically or by a button. */
  readonly renew: () => void;
  readonly confirm: (packet: PaymentChoice) => void;
  readonly cancelEstimate: () => void;
  readonly closeAlert: () => void;
  /** Clears booking and estimate; the trip stays in the form. */
  readonly forget: () => void;
  /** Clears the form's trip after it was booked. */
  readonly clearTrip: () => void;
  /** Clears the booking and the trip after the rider has seen the reference. */
  readonly finish: () => void;
}

export function useBookingFlow({
  cars,
  unresolved,
  driversNearby,
  bookedFor,
  parts,
}: FlowInput): BookingFlow {
  const dispatch = useKerbDispatch();
  const { user } = useAuth();
  const settings = useSettings();
  const trip = useKerbSelector((state) => state.tripdata);
  const { pickup, drop, waypoints, carType, bookLater, tripdate } = trip;
  const { booking } = useKerbSelector((state) => state.bookingdata);
  // The rider and driver of the form may change while the estimate is shown, so those of its request are used.
  const [quotedFor, setQuotedFor] = useState(bookedFor);
  const quote = useQuote(quotedFor?.rider?.id ?? null);
  const held = useQuoteExpiry(quote.estimate);
  const [alert, setAlert] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Id of a quote whose booking request has an unknown outcome: it must not be renewed automatically.
  const uncertain = useRef<string | null>(null);
  const { busy, run: submit } = useSubmission();
  const run = async (step: () => Promise<void>): Promise<void> => {
    await submit(() => step().catch((reason) => setAlert(codeOf(reason))));
  };
  const appcat = settings?.appcat ?? 'taxi';
  const car = cars?.find(({ id }) => id === carType) ?? null;
  const details = useInstructions(car, appcat);

  const draft: BookingDraft = {
    appcat,
    booking_type_admin: bookedFor !== undefined,
    person: user,
    rider: bookedFor?.rider ?? null,
    pickup,
    drop,
    waypoints: [...waypoints],
    carType,
    bookLater,
    tripdate,
    driversNearby,
    instructionData: details.instructions,
  };

  const ask = async () => {
    if (!pickup || !drop || carType === null) return;
    const { instructions } = details;
    setProblem(null);
    setQuotedFor(bookedFor);
    await quote.ask({
      pickup,
      drop,
      waypoints: [...waypoints],
      carType,
      instructionData: instructions,
      ...(bookLater && tripdate !== null ? { tripdate } : {}),
    });
    details.close();
  };

  const book = async (): Promise<FieldIssues> => {
    quote.clear();
    dispatch(clearBooking());
    const now = serverNow();
    const { deliveryPerson, deliveryPersonPhone, ...issues } = fieldIssues(draft, now);
    for (const field of unresolved) issues[field] ??= 'select_proper';
    const first = validateBooking(draft, now);
    await run(async () => {
      // Missing parcel details are asked for in the next dialog; any other error is shown first.
      const issue = first === 'deliveryDetailMissing' ? (Object.values(issues)[0] ?? null) : first;
      if (issue !== null) return setAlert(issue);
      if (unresolved.length > 0)
        return setAlert(unresolved.includes('waypoints') ? 'need_waypoints' : 'select_proper');
      if (!details.open()) await ask();
    });
    return issues;
  };

  const proceed = () =>
    run(async () => {
      details.onTried();
      const issue = validateBooking(draft, serverNow());
      if (issue !== null) return setAlert(issue);
      await ask();
    });

  /** An error about the price requests a new one; after a temporary error the dialog stays unchanged. */
  const recover = async (reason: unknown): Promise<void> => {
    const key = codeOf(reason);
    const recovery = recoveryOf(key);
    if (recovery !== 'try_again') uncertain.current = null;
    switch (recovery) {
      case 'quote_again':
        return quote.renew();
      case 'without_promo':
        return quote.dropPromo(key);
      case 'try_again':
        return setProblem(key);
      case 'alert':
        return setAlert(key);
    }
  };
  const tryIt = (step: () => Promise<void>) =>
    run(async () => {
      setProblem(null);
      try {
        await step();
      } catch (reason) {
        await recover(reason).catch((again) => setProblem(codeOf(again)));
      }
    });

  const confirm = (paymentPacket: PaymentChoice) =>
    tryIt(async () => {
      const { estimate } = quote;
      if (!estimate || requiresConfirmation(quote.notice)) return;
      const { instructions } = details;
      const request = bookingRequestOf({
        estimate,
        trip,
        instructions,
        paymentPacket,
        bookedFor: quotedFor,
      });
      uncertain.current = estimate.id;
      const send = () => dispatch(addBooking(request)).unwrap();
      const result = await send().catch((reason) => {
        // A booking whose response was lost: the server returns it for the same quote and a new idempotency key.
        if (codeOf(reason) === 'conflict') return send();
        throw reason;
      });
      quote.clear();
      parts?.onBooked?.({ request, estimate, result });
    });
  const renew = () => tryIt(() => quote.renew());

  const clearTrip = () => {
    dispatch(clearTripPoints());
    dispatch(updateTripPickup(null));
  };

  const expired = held.expired && uncertain.current !== quote.estimate?.id;
  useRenewing(expired && !busy && problem === null, renew);

  return {
    busy,
    alert,
    instructedCar: details.instructedCar,
    instructions: details.instructions,
    quotedFor,
    detailIssues: details.tried ? fieldIssues(draft, serverNow()) : {},
    quote: { ...quote, until: held.until, expired, problem },
    booked: booking,
    book,
    typeInstructions: details.type,
    closeOptions: details.close,
    proceed: () => void proceed(),
    goBack: details.isAsked
      ? () => {
          quote.clear();
          details.open();
        }
      : null,
    renew: () => void renew(),
    confirm: (packet) => void confirm(packet),
    cancelEstimate: quote.clear,
    closeAlert: () => {
      setAlert(null);
      quote.clear();
    },
    forget: () => {
      dispatch(clearBooking());
      quote.clear();
    },
    clearTrip,
    finish: () => {
      dispatch(clearBooking());
      clearTrip();
    },
  };
}
