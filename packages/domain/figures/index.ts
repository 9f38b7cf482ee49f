// Entry point of the operator's figures: their periods, their comparison, their areas, and what is too few to say.
export * from './compare-figures.ts';
export * from './figure-period.ts';
export * from './name-areas.ts';
