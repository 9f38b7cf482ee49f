// Entry point of the test helpers: builders, a fake clock and ids, seeded random numbers.
export * from './builders/bookings.ts';
export * from './builders/catalog.ts';
export * from './builders/people.ts';
export * from './builders/places.ts';
export * from './builders/safety.ts';
export * from './fake-clock.ts';
export * from './fake-ids.ts';
export * from './montevideo-quarters.ts';
export * from './seeded-random.ts';
