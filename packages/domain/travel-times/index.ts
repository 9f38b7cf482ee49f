// Entry point of travel times: traffic factors learned from finished trips, and the error of predictions.
export * from './learn-travel-times.ts';
export * from './prediction-error.ts';
export * from './traffic-by-hour.ts';
export * from './traffic-factor.ts';
