// Public interface of the demonstration's seed.
export { type CityTrips, isInsideBox, readCityTrips } from './past/city-trips.ts';
export { demonstrationSignIns } from './people.ts';
export { assertNoDemonstration, createSeedDemonstration } from './seed-demonstration.ts';
