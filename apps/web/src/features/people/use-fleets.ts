// The fleet admins to choose from, and to name in the trail of changes.
import type { User } from '@kerb/contract';
import { answers } from '../../lib/answers.ts';
import { useAuth } from '../../lib/use-auth.ts';

const none: readonly User[] = [];
/** The most that the server answers at a time. */
const mostAtOnce = 200;

/** Empty until they are here, and for viewers who may not list them. */
export function useFleets({ wanted = true, approved = false }): readonly User[] {
  const isAdmin = useAuth().user?.usertype === 'admin';
  const review = approved ? 'approved' : undefined;
  const { data } = answers.listUsers.useQuery(
    { query: { usertype: 'fleetadmin', review, sort: 'firstName', order: 'asc', limit: mostAtOnce } },
    { skip: !wanted || !isAdmin },
  );
  return data?.items ?? none;
}
