// Front door of booking: statuses, transitions, validation, settlement.
export * from './booking.schema.ts';
export * from './booking-machine.ts';
export * from './payment-packet.schema.ts';
