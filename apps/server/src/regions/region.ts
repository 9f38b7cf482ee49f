// Describes another city of the installation: its name and host, and the addresses of its database and files.
import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { settings } from '@kerb/domain/settings';
import { z } from 'zod';
import type { Config } from '../config.ts';

export const regionKey = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,29}$/, 'give 1 to 30 small letters, digits and hyphens, a letter first');

const { shape } = settings;

/** Initial settings of a city, which its admin may change. Settings left out have the general defaults. */
export const regionDefaults = z.object({
  country: shape.country.unwrap().optional(),
  timezone: shape.timezone.unwrap().optional(),
  code: shape.code.unwrap().optional(),
  symbol: shape.symbol.unwrap().optional(),
  decimal: shape.decimal.unwrap().optional(),
});
export type RegionDefaults = z.infer<typeof regionDefaults>;

export interface Region {
  key: string;
  name: string;
  /** Host name in lower case, without a port. */
  host: string;
  /** Public URL of the city; null: its host, with the scheme and port of the first city. */
  publicUrl: string | null;
  defaults: RegionDefaults;
}

/** Address of the city's database: on the same server as the first city's, with a name derived from it. */
export function databaseUrlOf(firstUrl: string, key: string): string {
  const url = new URL(firstUrl);
  url.pathname = `${url.pathname}_${key.replaceAll('-', '_')}`;
  return url.toString();
}

export const dataFolderOf = (dataFolder: string, key: string): string => join(dataFolder, 'regions', key);

/** Public URL of the first city. */
export const firstUrlOf = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl ?? `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

/** Host name of the first city, in the form of `Region.host`; no other city can have it. */
export const firstHostOf = (firstUrl: string): string => new URL(firstUrl).hostname;

export function publicUrlOf({ publicUrl, host }: Region, firstUrl: string): string {
  if (publicUrl !== null) return publicUrl;
  const url = new URL(firstUrl);
  url.hostname = host;
  return url.origin;
}

/**
 * Configuration for the city's own application. Its secret is derived from the first city's secret and differs from it,
 * so that a token signed by one city is not valid in another.
 */
export function configOf<Given extends Config & { secret: string }>(config: Given, region: Region): Given {
  const inRegion = (url: string | undefined) =>
    url === undefined ? undefined : databaseUrlOf(url, region.key);
  return {
    ...config,
    dataFolder: dataFolderOf(config.dataFolder, region.key),
    secret: createHmac('sha256', config.secret).update(`region ${region.key}`).digest('hex'),
    cityFile: undefined,
    databaseUrl: inRegion(config.databaseUrl),
    databaseDirectUrl: inRegion(config.databaseDirectUrl),
    databaseReplicaUrl: inRegion(config.databaseReplicaUrl),
    publicUrl: publicUrlOf(region, firstUrlOf(config)),
    // The first city's server exports the metrics of all cities.
    metricsEveryMs: null,
    pastDays: 0,
  };
}
