// Presents a new booking as the API's booking result.
import { toMajor } from '@kerb/domain/kernel';
import { HIDDEN_CONTACT } from '../present/contacts.ts';
import type { BookedTrip } from './book-trip.ts';

export const presentBookedTrip = ({ booking, showsContact }: BookedTrip) => ({
  booking_id: booking.id,
  reference: booking.reference,
  mainData: {
    status: booking.status,
    trip_cost: toMajor(booking.trip_cost, booking.pricing.decimals),
    customer: booking.customer,
    customer_contact: showsContact ? booking.customer_contact : HIDDEN_CONTACT,
    customer_email: showsContact ? booking.customer_email : HIDDEN_CONTACT,
  },
});
