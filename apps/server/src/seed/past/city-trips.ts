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
