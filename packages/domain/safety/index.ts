// Front door of safety: places made vague, the life of a shared link, when help may be asked for, and what a trail gives away.
export * from './coarse-place.ts';
export * from './emergency-number.ts';
export * from './panic-rules.ts';
export * from './sees-doors.ts';
export * from './share-life.ts';
export * from './watch-trip.ts';
