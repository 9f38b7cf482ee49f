// Decides whether a driver's wallet balance blocks new tasks.
import type { Minor } from '../kernel/index.ts';
import type { Settings } from '../settings/index.ts';

/** While negativeBalance is off, a driver with a balance of zero or less gets no new tasks until they top up. */
export function isBlockedByBalance(balance: Minor, settings: Pick<Settings, 'negativeBalance'>): boolean {
  return !settings.negativeBalance && balance <= 0;
}
