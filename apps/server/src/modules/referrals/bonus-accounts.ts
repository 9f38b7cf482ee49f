// Returns the wallet account of a user that a referral bonus is paid to and taken back from.
import type { Usertype } from '@kerb/domain/identity';
import type { PersonAccount } from '@kerb/domain/ledger';

export function accountOf({ uid, usertype }: { uid: string; usertype: Usertype }): PersonAccount {
  switch (usertype) {
    case 'driver':
      return { kind: 'driver', owner: uid };
    case 'fleetadmin':
      return { kind: 'fleet', owner: uid };
    case 'rider':
    case 'admin':
      return { kind: 'rider', owner: uid };
  }
}
