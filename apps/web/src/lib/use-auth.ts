// React hook that returns the signed-in user, for screens and route guards.
import type { Me } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { paths } from './paths.ts';
import { useKerbSelector } from './store.ts';

export interface Auth {
  /** False until the server has first reported the session. */
  readonly known: boolean;
  readonly user: Me | null;
}

export function useAuth(): Auth {
  const known = useKerbSelector((state) => state.auth.known);
  const user = useKerbSelector((state) => state.auth.info);
  return { known, user };
}

/** The address to which each role is led after signing in. */
export function homeOf(usertype: Usertype): string {
  switch (usertype) {
    case 'admin':
    case 'fleetadmin':
      return paths.dashboard;
    case 'driver':
      return paths.bookings;
    case 'rider':
      return paths.home;
  }
}
