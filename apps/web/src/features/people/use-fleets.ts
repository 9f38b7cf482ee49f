// React hook that loads the fleet admins, for selection fields and the audit trail.
import type { User } from '@kerb/contract';
import { answers } from '../../lib/answers.ts';
import { useAuth } from '../../lib/use-auth.ts';

const none: readonly User[] = [];
/** Maximum page size of the API. */
const maxPageSize = 200;

/** Empty while loading, and for viewers who are not allowed to list them. */
export function useFleets({ wanted = true, approved = false }): readonly User[] {
  const isAdmin = useAuth().user?.usertype === 'admin';
  const review = approved ? 'approved' : undefined;
  const { data } = answers.listUsers.useQuery(
    { query: { usertype: 'fleetadmin', review, sort: 'firstName', order: 'asc', limit: maxPageSize } },
    { skip: !wanted || !isAdmin },
  );
  return data?.items ?? none;
}
