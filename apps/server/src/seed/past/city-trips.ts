// Reads the precomputed routes between real addresses of the demonstration city, written by
// tools/city/make-past-trips.ts.
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const placeKind = z.enum(['home', 'work', 'night', 'leisure', 'transport']);
export type PlaceKind = z.infer<typeof placeKind>;

const cityPlace = z.object({ kind: placeKind, add: z.string(), lat: z.number(), lng: z.number() });
export type CityPlace = z.infer<typeof cityPlace>;

/** `from` and `to` are indexes into `places`; `secs` excludes traffic; `line` is an encoded polyline, precision 5. */
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

/** Null when the file does not exist; the demonstration then has no past. */
export function readCityTrips(file: string): CityTrips | null {
  return existsSync(file) ? cityTrips.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

/** Bounding box of a city, degrees. */
interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Whether all places are inside the city; in another imported city, these trips would be impossible. */
export const isInsideBox = ({ places }: CityTrips, { west, south, east, north }: Box): boolean =>
  places.every(({ lat, lng }) => lat >= south && lat <= north && lng >= west && lng <= east);
