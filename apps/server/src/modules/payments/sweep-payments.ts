// Deletes old provider events, and top-ups that were never taken to a provider.
import type { PaymentsDeps } from './payments.deps.ts';
import { sweepRepository } from './sweep.repository.ts';

const DAY_MS = 24 * 60 * 60_000;
/**
 * By then every payment has reached a final status, which repeated events do not change. Events are stored for support
 * and to recognise duplicates without locking the payment.
 */
const EVENT_RETENTION_MS = 180 * DAY_MS;
/** Longer than the list of providers stays open in a browser. */
const TOPUP_RETENTION_MS = 7 * DAY_MS;
/** In one statement, so that none holds much for long. */
const BATCH = 5_000;

export function createSweepPayments({ db, clock }: Pick<PaymentsDeps, 'db' | 'clock'>) {
  const sweep = sweepRepository(db);
  return async function sweepPayments(): Promise<void> {
    while ((await sweep.events(clock.now() - EVENT_RETENTION_MS, BATCH)) === BATCH);
    while ((await sweep.topups(clock.now() - TOPUP_RETENTION_MS, BATCH)) === BATCH);
  };
}
