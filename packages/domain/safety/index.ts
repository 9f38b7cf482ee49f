// Entry point of safety: places made vague, the life of a shared link, when help may be asked for and a lost item reported, and what a trail gives away.

export * from './emergency-number.ts';
export * from './panic-rules.ts';
export * from './report-rules.ts';
export * from './rounded-place.ts';
export * from './sees-doors.ts';
export * from './share-life.ts';
export * from './watch-trip.ts';
