// "Nobody needs it any more": events of providers from long ago, and top-ups that nobody took to a provider.
import type { PaymentsDeps } from './payments.deps.ts';
import { sweepRepository } from './sweep.repository.ts';

const DAY_MS = 24 * 60 * 60_000;
/**
 * By then every payment has come to its end, which no event that comes again changes: events are kept to look at what
 * happened, and to know a duplicate without locking its payment.
 */
const EVENTS_KEPT_MS = 180 * DAY_MS;
/** Longer than anybody leaves the list of providers open. */
const TOPUPS_KEPT_MS = 7 * DAY_MS;
/** In one statement, so that none holds much for long. */
const BATCH = 5_000;

export function createSweepPayments({ db, clock }: Pick<PaymentsDeps, 'db' | 'clock'>) {
  const sweep = sweepRepository(db);
  return async (): Promise<void> => {
    while ((await sweep.events(clock.now() - EVENTS_KEPT_MS, BATCH)) === BATCH);
    while ((await sweep.topups(clock.now() - TOPUPS_KEPT_MS, BATCH)) === BATCH);
  };
}
