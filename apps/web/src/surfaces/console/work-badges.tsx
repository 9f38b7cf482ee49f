// Provides the numbers of drivers waiting for approval and of pending payouts, shown beside the console's links for
// admins.
import { type ReactNode, use, useMemo } from 'react';
import { answers } from '../../lib/answers.ts';
import { ConsoleBadges } from '../../ui/console-badges.ts';

/** No number is shown until it has loaded; a failed reload leaves the previous one. */
export function WorkBadges({ children }: { children: ReactNode }) {
  const { data: people } = answers.listUsers.useQuery({
    query: { usertype: 'driver', review: 'waiting', limit: 1 },
  });
  const { data: payouts } = answers.listWithdraws.useQuery({ query: { limit: 1 } });
  const drivers = people?.total ?? 0;
  const withdraws = payouts?.pending.count ?? 0;
  const outer = use(ConsoleBadges);
  const badges = useMemo(() => ({ ...outer, drivers, withdraws }), [outer, drivers, withdraws]);
  return <ConsoleBadges value={badges}>{children}</ConsoleBadges>;
}
