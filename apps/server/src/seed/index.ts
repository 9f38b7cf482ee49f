// Front door of the demonstration's seed.
export { demonstrationSignIns } from './people.ts';
export { createSeedDemonstration } from './seed-demonstration.ts';
