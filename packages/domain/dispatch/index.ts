// Entry point of dispatch: eligibility of drivers, and the dispatch policies.
export * from './batch-cost.ts';
export * from './batched.ts';
export * from './board.ts';
export * from './busy-cells.ts';
export * from './candidate-retention.ts';
export * from './driving-record.ts';
export * from './eligibility.ts';
export * from './follow-on.ts';
export * from './later-booking.ts';
export * from './local-need.ts';
export * from './plan-later-bookings.ts';
export * from './policies.ts';
export * from './search-state.ts';
export * from './silent-driver.ts';
export * from './why-not.ts';
