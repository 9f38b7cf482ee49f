// npm run prove -- races [--attempts <number>] [--minutes <number>]: concurrent actions on a booking.
import type { Proof } from '../lib/proof.ts';
import { proveOnDatabase } from '../lib/proof-server.ts';
import { fewRaces, proveRaces, racesWithin } from './prove-races.ts';

const MINUTES = 8;

export const proof: Proof = {
  name: 'races',
  about: 'of drivers who accept at once one has the trip, and actions at once end as one after the other',
  run: (log, { isShort, attempts, minutes }) =>
    proveOnDatabase((database) =>
      proveRaces(database, log, isShort ? fewRaces : racesWithin(minutes ?? MINUTES, attempts)),
    ),
};
