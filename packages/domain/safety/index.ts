// Entry point of safety: rounded places, expiry of shared links, availability of the panic button and of reports, the
// urgency of alerts, and alerts from a trip's positions.

export * from './alert-urgency.ts';
export * from './emergency-number.ts';
export * from './exact-places.ts';
export * from './panic-rules.ts';
export * from './report-rules.ts';
export * from './rounded-place.ts';
export * from './share-life.ts';
export * from './watch-trip.ts';
