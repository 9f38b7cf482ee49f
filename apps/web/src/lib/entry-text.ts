// What a movement of a wallet is called: cash collected by a driver is not what a rider pays for a ride.
import type { User, WalletEntry } from '@kerb/contract';

type Moved = Pick<WalletEntry, 'kind' | 'type'>;

/** The key of the text; the owner's role decides about the ride's debit. */
export function entryText({ kind, type }: Moved, owner: User['usertype'] | undefined) {
  if (type === 'Credit') return `entry_${kind}_in` as const;
  return kind === 'ride' && owner === 'driver' ? 'entry_ride_cash' : (`entry_${kind}_out` as const);
}
