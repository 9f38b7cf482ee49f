// React hook that searches users by name, mobile number or e-mail while the user types.
import type { User } from '@kerb/contract';
import { answers } from './answers.ts';
import { useSettled } from './use-settled.ts';

const PAUSE_MS = 250;
const MOST = 8;

export interface PeopleFound {
  readonly items: readonly User[];
  readonly loading: boolean;
  readonly failed: boolean;
}

/**
 * Sends requests only while `open`; `fleetadmin` limits drivers to that fleet. The previous results stay until the
 * response to the current text arrives.
 */
export function usePeopleSearch(
  usertype: 'rider' | 'driver' | 'fleetadmin',
  text: string,
  open: boolean,
  fleetadmin?: string,
): PeopleFound {
  const q = useSettled(text, PAUSE_MS);
  const query = {
    ...(q !== '' && { q }),
    usertype,
    fleetadmin,
    limit: MOST,
    sort: 'firstName',
    order: 'asc',
  } as const;
  const { data, isFetching, isError } = answers.listUsers.useQuery({ query }, { skip: !open });
  const failed = isError && !isFetching;
  return { items: data?.items ?? [], loading: open && (q !== text || isFetching), failed };
}
