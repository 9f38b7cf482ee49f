// Entry point of mobility data: vehicles and trips for regulators, by the Mobility Data Specification.

export * from './driven-booking.ts';
export * from './hour.ts';
export * from './map-trip.ts';
export * from './mds.schema.ts';
export * from './rounding.ts';
export * from './vehicle-state.ts';
