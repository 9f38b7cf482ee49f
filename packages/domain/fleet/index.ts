// Entry point of the fleet: car types and tariffs, shared vehicles, duty limits, and the validity of drivers'
// documents.
export * from './car-type.schema.ts';
export * from './document-validity.ts';
export * from './driver-day.ts';
export * from './duty-limit.ts';
export * from './vehicle.schema.ts';
export * from './vehicle-plan.ts';
export * from './vehicle-review.ts';
