// Provides the numbers of drivers waiting for approval and of pending payouts, shown beside the console's links for
// admins.
import { type ReactNode, useMemo } from 'react';
import { answers } from '../../lib/answers.ts';
import { MoreConsoleBadges } from '../../ui/console-badges.tsx';

/** No number is shown until it has loaded; a failed reload leaves the previous one. */
export function WorkBadges({ children }: { children: ReactNode }) {
  const { data: people } = answers.listUsers.useQuery({
    query: { usertype: 'driver', review: 'waiting', limit: 1 },
  });
  const { data: payouts } = answers.listWithdraws.useQuery({ query: { limit: 1 } });
  const drivers = people?.total ?? 0;
  const withdraws = payouts?.pending.count ?? 0;
  const badges = useMemo(() => ({ drivers, withdraws }), [drivers, withdraws]);
  return <MoreConsoleBadges badges={badges}>{children}</MoreConsoleBadges>;
}
