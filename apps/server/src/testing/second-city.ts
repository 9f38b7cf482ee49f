// Two cities behind one port, for tests and experiments: the address is the first city's, the name localhost the second one's.
import type { Server } from 'node:http';
import { createLogger } from '../kit/observe/logger.ts';
import { nowhereElse } from '../modules/fleet/index.ts';
import { createRegions, type Regions } from '../regions/run-regions.ts';

/** The first city's server gets these as its `others`; `server` is asked for when they start. */
export function secondCityAt(server: () => Server): Regions {
  const region = { key: 'second', name: 'Second', host: 'localhost', publicUrl: null, defaults: {} };
  return createRegions({
    read: async () => [region],
    open: async () => ({
      server: server(),
      duty: nowhereElse,
      drain: async () => undefined,
      close: async () => undefined,
    }),
    first: { name: () => 'First', url: 'http://127.0.0.1', duty: () => nowhereElse },
    logger: createLogger('error'),
  });
}

/** Where the second city is reached, from where the first one listens. */
export const secondOrigin = (origin: string): string => origin.replace('127.0.0.1', 'localhost');
