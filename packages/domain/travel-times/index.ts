// Entry point of travel times: the traffic factors learned from finished trips, and how far predictions are off.
export * from './learn-travel-times.ts';
export * from './prediction-error.ts';
export * from './traffic-by-hour.ts';
export * from './traffic-factor.ts';
