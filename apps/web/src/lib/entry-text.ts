// Names wallet movements: a driver's cash collection needs a different name from a rider's payment for a ride.
import type { User, WalletEntry } from '@kerb/contract';

type Moved = Pick<WalletEntry, 'kind' | 'type'>;

/** Returns the key of the text; the name of a ride's debit depends on the role of the wallet's owner. */
export function entryText({ kind, type }: Moved, owner: User['usertype'] | undefined) {
  if (type === 'Credit') return `entry_${kind}_in` as const;
  return kind === 'ride' && owner === 'driver' ? 'entry_ride_cash' : (`entry_${kind}_out` as const);
}
