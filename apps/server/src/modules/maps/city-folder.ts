// Paths of imported cities in the data directory: one folder for each map file, which exists only when it is complete.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';

/** Incremented when the importer's output changes, so that cities imported by an older version are imported again. */
export const CITY_FORMAT = 1;

export interface CityKey {
  readonly fileHash: string;
  readonly format: number;
}

export const citiesFolder = (dataDir: string): string => join(dataDir, 'cities');

export const cityFolder = (dataDir: string, { fileHash, format }: CityKey): string =>
  join(citiesFolder(dataDir), `${fileHash.slice(0, 16)}-${format}`);

export const roadGraphFolder = (city: string): string => join(city, 'roads');
/** The road graph for arrival times; the router has its own. */
export const streetGraphFile = (city: string): string => join(city, 'streets.graph');
export const tilesFolder = (city: string): string => join(city, 'tiles');

/** The importer renames a city's folder to its final name when it is complete, so an existing folder is complete. */
export const isCityReady = (dataDir: string, key: CityKey): boolean => existsSync(cityFolder(dataDir, key));

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
