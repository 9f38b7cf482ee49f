// How many fares wait for a decision, known on every screen of the console: a number beside the link, a panel on the dashboard.
import { type ReactNode, use, useMemo } from 'react';
import { answers } from '../../lib/answers.ts';
import { ConsoleBadges } from '../../ui/console-badges.ts';

/** 0 until it is read; a reading that fails leaves the number as it was. */
export function useOpenReviews(): number {
  const { data } = answers.listFareReviews.useQuery({ query: { status: 'open', limit: 1 } });
  return data?.open ?? 0;
}

/** For admins; goes around the console's screens. */
export function OpenReviewsProvider({ children }: { children: ReactNode }) {
  const open = useOpenReviews();
  const outer = use(ConsoleBadges);
  const badges = useMemo(() => ({ ...outer, farereviews: open }), [outer, open]);
  return <ConsoleBadges value={badges}>{children}</ConsoleBadges>;
}
