// Two cities on one port, for tests and experiments: 127.0.0.1 is the first city's host, localhost the second one's.
import type { Server } from 'node:http';
import { createLogger } from '../kit/observe/logger.ts';
import { createMetrics } from '../kit/observe/metrics.ts';
import { noOtherCities } from '../modules/fleet/index.ts';
import { createRegions, type Regions } from '../regions/run-regions.ts';

/** Pass the result to the first city's server as `others`; `server` is called when the cities start. */
export function secondCityAt(server: () => Server): Regions {
  const region = { key: 'second', name: 'Second', host: 'localhost', publicUrl: null, defaults: {} };
  return createRegions({
    read: async () => [region],
    readClosedHosts: async () => [],
    open: async () => ({
      server: server(),
      duty: noOtherCities,
      registry: createMetrics('second').registry,
      drain: async () => undefined,
      close: async () => undefined,
    }),
    first: { name: () => 'First', url: 'http://127.0.0.1', duty: () => noOtherCities },
    logger: createLogger('error'),
  });
}

/** Origin of the second city, derived from the first one's. */
export const secondOrigin = (origin: string): string => origin.replace('127.0.0.1', 'localhost');
