// How many fares wait for a decision, known on every screen of the console: a number beside the link, a panel on the dashboard.
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { client } from '../../lib/store.ts';
import { useLiveRefresh } from '../../lib/use-live-refresh.ts';
import { ConsoleBadges } from '../../ui/console-badges.ts';

export interface OpenReviews {
  /** 0 until it is read. */
  readonly open: number;
  readonly reload: () => void;
}

const none: OpenReviews = { open: 0, reload: () => undefined };
const Context = createContext<OpenReviews>(none);

export const useOpenReviews = (): OpenReviews => use(Context);

/** Every step of every booking is an event: a number need not follow each of them. */
const atMostEveryMs = 15_000;

/** For admins; goes around the console's screens. A reading that fails leaves the number as it was. */
export function OpenReviewsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(0);
  const reload = useCallback(() => {
    client.listFareReviews({ query: { status: 'open', limit: 1 } }).then(
      (page) => setOpen(page.open),
      () => undefined,
    );
  }, []);
  useEffect(reload, [reload]);
  useLiveRefresh('bookings', reload, atMostEveryMs);
  const value = useMemo(() => ({ open, reload }), [open, reload]);
  const outer = use(ConsoleBadges);
  const badges = useMemo(() => ({ ...outer, farereviews: open }), [outer, open]);
  return (
    <Context value={value}>
      <ConsoleBadges value={badges}>{children}</ConsoleBadges>
    </Context>
  );
}
