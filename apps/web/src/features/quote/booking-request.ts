// Builds the booking request of the specification from the confirmed estimate.
import type { BookingRequest, EstimateView } from '@kerb/contract';
import type { InstructionData } from '@kerb/domain/booking';
import type { TripState } from '@kerb/sdk/store';
import type { BookedFor, PaymentChoice } from './booking-choices.ts';

interface Agreed {
  readonly estimate: EstimateView;
  readonly trip: TripState;
  readonly instructions: InstructionData;
  readonly paymentPacket: PaymentChoice;
  readonly bookedFor: BookedFor | undefined;
}

/** Points, car type and promo are taken from the estimate, because the form's trip may have changed since. */
export function bookingRequestOf({
  estimate,
  trip,
  instructions,
  paymentPacket,
  bookedFor,
}: Agreed): BookingRequest {
  const { pickup, drop, waypoints, carType, promo } = estimate;
  const { rider = null, driver = null } = bookedFor ?? {};
  return {
    estimate: estimate.id,
    pickup,
    drop,
    waypoints,
    carType,
    promo: promo?.promo_key ?? null,
    instructionData: instructions,
    paymentPacket,
    bookLater: trip.bookLater,
    ...(trip.bookLater && trip.tripdate !== null ? { tripdate: trip.tripdate } : {}),
    booking_type_admin: bookedFor !== undefined,
    ...(rider === null ? {} : { userDetails: { uid: rider.id } }),
    ...(driver === null ? {} : { driver }),
  };
}
