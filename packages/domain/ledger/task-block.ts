// Whether a driver's balance blocks new tasks.
import type { Minor } from '../kernel/index.ts';
import type { Settings } from '../settings/index.ts';

/** While negativeBalance is off, a driver at or below zero gets no new tasks until topped up. */
export function isBlockedByBalance(balance: Minor, settings: Pick<Settings, 'negativeBalance'>): boolean {
  return !settings.negativeBalance && balance <= 0;
}
