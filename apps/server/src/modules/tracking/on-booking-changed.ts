// A booking moved on: every server learns which trip its driver is on now.
import { z } from 'zod';
import type { Subscriber } from '../../kit/index.ts';
import type { Bus, BusTopic } from '../../ports/bus.ts';
import type { BookingForTracking } from './tracking.deps.ts';
import { type Trip, tripOf } from './trip.ts';

const changed = z.object({ booking_id: z.string() });

export const tripChanged: BusTopic<Trip> = { name: 'tracking.trip-changed' };

export function onBookingChanged(deps: { bus: Bus; booking: Pick<BookingForTracking, 'find'> }): Subscriber {
  return {
    name: 'tracking.on-booking-changed',
    events: ['booking.changed'],
    async handle(event) {
      const booking = await deps.booking.find(changed.parse(event.data).booking_id);
      if (booking?.driver) deps.bus.publish(tripChanged, tripOf(booking));
    },
  };
}
