// Front door of the fleet: car types and tariffs.
export * from './car-type.schema.ts';
