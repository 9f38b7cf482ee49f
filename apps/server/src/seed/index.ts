// Front door of the demonstration's seed.
export { type DemoSignIn, demonstrationSignIns } from './people.ts';
export { createSeedDemonstration, type SeedDemonstrationDeps } from './seed-demonstration.ts';
