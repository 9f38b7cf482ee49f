// Public interface of the demonstration's seed.
export { assertOwnDatabase } from './assert-own-database.ts';
export { type CityTrips, isInsideBox, readCityTrips } from './past/city-trips.ts';
export { demonstrationSignIns } from './people.ts';
export { createSeedDemonstration } from './seed-demonstration.ts';
