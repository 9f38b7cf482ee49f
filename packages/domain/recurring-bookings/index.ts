// Entry point of recurring bookings: their schema, days and validation.
export * from './recurring-booking.schema.ts';
export * from './recurring-days.ts';
export * from './validate-recurrence.ts';
