// Front door for tests: builders of everything a test needs, a clock and ids that never surprise.
export * from './builders/bookings.ts';
export * from './builders/catalog.ts';
export * from './builders/people.ts';
export * from './builders/places.ts';
export * from './fake-clock.ts';
export * from './fake-ids.ts';
