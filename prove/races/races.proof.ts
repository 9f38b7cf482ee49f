// npm run prove -- races [--attempts <number>] [--minutes <number>]: drivers who accept concurrently.
import type { Proof } from '../lib/proof.ts';
import { proveOnDatabase } from '../lib/proof-server.ts';
import { fewRaces, proveRaces, racesWithin } from './prove-races.ts';

const MINUTES = 3;

export const proof: Proof = {
  name: 'races',
  about: 'of drivers who accept a booking at once, exactly one has the trip',
  run: (log, { isShort, attempts, minutes }) =>
    proveOnDatabase((database) =>
      proveRaces(database, log, isShort ? fewRaces : racesWithin(minutes ?? MINUTES, attempts)),
    ),
};
