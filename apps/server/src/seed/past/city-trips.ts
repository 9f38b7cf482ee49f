// The routed trips between real addresses of the demonstration city, which tools/city/make-past-trips.ts has written.
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const placeKind = z.enum(['home', 'work', 'night', 'leisure', 'transport']);
export type PlaceKind = z.infer<typeof placeKind>;

const cityPlace = z.object({ kind: placeKind, add: z.string(), lat: z.number(), lng: z.number() });
export type CityPlace = z.infer<typeof cityPlace>;

/** `from` and `to` are indexes of places; `secs` without traffic; `line` is an encoded polyline of precision 5. */
const cityTrip = z.object({
  from: z.number().int(),
  to: z.number().int(),
  km: z.number().positive(),
  secs: z.number().int().positive(),
  line: z.string(),
});
export type CityTrip = z.infer<typeof cityTrip>;

const cityTrips = z.object({ places: z.array(cityPlace), trips: z.array(cityTrip) });
export type CityTrips = z.infer<typeof cityTrips>;

/** Null when there is no such file: then the demonstration begins without a past. */
export function readCityTrips(file: string): CityTrips | null {
  return existsSync(file) ? cityTrips.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

/** The sides of a city, degrees. */
interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Whether all places lie in the city: another one that was imported cannot have had these trips. */
export const liesIn = ({ places }: CityTrips, { west, south, east, north }: Box): boolean =>
  places.every(({ lat, lng }) => lat >= south && lat <= north && lng >= west && lng <= east);
