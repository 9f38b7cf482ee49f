// The folders of imported cities under the data directory: one for each file, complete or not there at all.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';

/** Raised when the importer's output changes, so that cities imported by an older Kerb are made again. */
export const CITY_FORMAT = 1;

export interface CityKey {
  readonly fileHash: string;
  readonly format: number;
}

export const citiesFolder = (dataDir: string): string => join(dataDir, 'cities');

export const cityFolder = (dataDir: string, { fileHash, format }: CityKey): string =>
  join(citiesFolder(dataDir), `${fileHash.slice(0, 16)}-${format}`);

export const roadGraphFolder = (city: string): string => join(city, 'roads');
/** The road graph that arrival times are computed on, beside the router's own. */
export const streetGraphFile = (city: string): string => join(city, 'streets.graph');
export const tilesFolder = (city: string): string => join(city, 'tiles');

/** A city's folder gets its name by a rename when it is whole, so being there means being complete. */
export const isCityReady = (dataDir: string, key: CityKey): boolean => existsSync(cityFolder(dataDir, key));

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
