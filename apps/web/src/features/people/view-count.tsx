// Shows the number of people in a saved view.
import type { Usertype } from '@kerb/domain/identity';
import { answers } from '../../lib/answers.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useFormat } from '../../lib/use-format.ts';
import { searchText } from '../../ui/data-table/use-table-query.ts';
import { queryOf } from './people-query.ts';

interface PeopleViewCountProps {
  readonly usertype: Usertype;
  /** Query string of the table's page. */
  readonly query: string;
}

/** Renders nothing until the count is loaded. */
export function PeopleViewCount({ usertype, query }: PeopleViewCountProps) {
  const { number } = useFormat();
  const viewer = useAuth().user?.usertype ?? 'rider';
  const params = new URLSearchParams(query);
  const q = searchText(params);
  const { data } = answers.listUsers.useQuery({
    query: {
      usertype,
      ...queryOf(usertype, viewer, params),
      q: q || undefined,
      limit: 1,
    },
  });
  return data ? number(data.total) : null;
}
