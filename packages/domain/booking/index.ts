// Entry point of booking: statuses, transitions, validation and settlement.
export * from './booking.schema.ts';
export * from './booking-machine.ts';
export * from './cancel-rules.ts';
export * from './fare-start.ts';
export * from './payment-packet.schema.ts';
export * from './payment-shown.ts';
export * from './proof-photo.ts';
export * from './quote-life.ts';
export * from './refund-parts.ts';
export * from './rider-rating.ts';
export * from './saved-address.ts';
export * from './settlement.ts';
export * from './step-time.ts';
export * from './system-reasons.ts';
export * from './tip.ts';
export * from './trip-otp.ts';
export * from './validate-booking.ts';
