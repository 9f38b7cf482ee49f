// Front door of fares: tariffs applied to a distance and a time.
export * from './fare-breakdown.schema.ts';
