// Entry point of the operator's figures: periods, comparison, areas, and the minimum count for a value.
export * from './compare-figures.ts';
export * from './figure-period.ts';
export * from './name-areas.ts';
