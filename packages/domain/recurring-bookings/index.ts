// Entry of the rules of recurring bookings.
export * from './recurring-booking.schema.ts';
export * from './recurring-days.ts';
export * from './validate-recurrence.ts';
