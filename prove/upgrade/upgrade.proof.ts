// npm run prove -- upgrade: migrations of a database with a million bookings under load.
import type { Proof } from '../lib/proof.ts';
import { proveUpgrade } from './prove-upgrade.ts';

const BOOKINGS = 1_000_000;
const FEW_BOOKINGS = 100_000;
/** Duration of the planted migrations on few rows, in ms. */
const FEW_LOCKED_MS = 40;

export const proof: Proof = {
  name: 'upgrade',
  about: 'new migrations do not make calls wait, however many bookings there are',
  run: (log, { isShort }) =>
    proveUpgrade(log, isShort ? { bookings: FEW_BOOKINGS, lockedMs: FEW_LOCKED_MS } : { bookings: BOOKINGS }),
};
