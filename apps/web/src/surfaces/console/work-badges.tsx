// What waits for an admin besides alerts and fares, as numbers beside the console's links: drivers to let in, payouts to make.
import { type ReactNode, use, useMemo } from 'react';
import { answers } from '../../lib/answers.ts';
import { ConsoleBadges } from '../../ui/console-badges.ts';

/** Nothing is shown until a number is read; a reading that fails leaves it as it was. */
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
