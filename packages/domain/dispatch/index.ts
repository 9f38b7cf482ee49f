// Front door of dispatch: who may be asked to take a booking, and who is.
export * from './eligibility.ts';
export * from './later-booking.ts';
export * from './policies.ts';
