// Provides the number of open fare reviews to all screens of the console: for the navigation link and the dashboard.
import { type ReactNode, useMemo } from 'react';
import { answers } from '../../lib/answers.ts';
import { MoreConsoleBadges } from '../../ui/console-badges.tsx';

/** 0 until it is loaded; a failed reload leaves the previous number. */
export function useOpenReviews(): number {
  const { data } = answers.listFareReviews.useQuery({ query: { status: 'open', limit: 1 } });
  return data?.open ?? 0;
}

/** Loads the number for admins; wraps the console's screens. */
export function OpenReviewsProvider({ children }: { children: ReactNode }) {
  const open = useOpenReviews();
  const badges = useMemo(() => ({ farereviews: open }), [open]);
  return <MoreConsoleBadges badges={badges}>{children}</MoreConsoleBadges>;
}
