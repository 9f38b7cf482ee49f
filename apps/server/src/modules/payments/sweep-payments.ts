// Deletes old provider events, and top-ups for which no payment was opened.
import type { PaymentsDeps } from './payments.deps.ts';
import { sweepRepository } from './sweep.repository.ts';

const DAY_MS = 24 * 60 * 60_000;
/**
 * After this time (ms) every payment has reached a final status, which repeated events do not change. Events are stored
 * for support and to recognise duplicates without locking the payment.
 */
const EVENT_RETENTION_MS = 180 * DAY_MS;
/** In ms; longer than the page with the list of providers stays open in a browser. */
const TOPUP_RETENTION_MS = 7 * DAY_MS;
/** Rows per statement, so that row locks are short. */
const BATCH = 5_000;

export function createSweepPayments({ db, clock }: Pick<PaymentsDeps, 'db' | 'clock'>) {
  const sweep = sweepRepository(db);
  return async function sweepPayments(): Promise<void> {
    while ((await sweep.events(clock.now() - EVENT_RETENTION_MS, BATCH)) === BATCH);
    while ((await sweep.topups(clock.now() - TOPUP_RETENTION_MS, BATCH)) === BATCH);
  };
}
