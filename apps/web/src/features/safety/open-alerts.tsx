// The most urgent unresolved alerts, loaded on every screen of the console; a new one plays a sound and shows a toast.
import type { SafetyAlert } from '@kerb/contract';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { answers } from '../../lib/answers.ts';
import { type ShownResponse, shownResponse } from '../../lib/shown-response.ts';
import { MoreConsoleBadges } from '../../ui/console-badges.tsx';
import { type PagedEntries, pagedEntries, pageLength } from '../../ui/paged-entries.ts';
import { isUrgent } from './alarm-look.ts';
import { soundAlarm } from './alarm-sound.ts';
import { AlertToast } from './alert-toast.tsx';
import { alertToShow, findNewAlerts, type LoadedAlerts } from './new-alerts.ts';

/** Poll interval, so that an alert is shown within a minute even without a live connection. */
export const readAgainMs = 60_000;

export const useOpenAlerts = (): ShownResponse<LoadedAlerts<SafetyAlert>> =>
  shownResponse(
    answers.listAlerts.useQuery({ query: { open: 'true', limit: 50 } }, { pollingInterval: readAgainMs }),
  );

/** All open alerts, page by page. */
export const useOpenAlertPages = (): PagedEntries<SafetyAlert> =>
  pagedEntries(
    answers.listAlertsPages.useInfiniteQuery(
      { query: { open: 'true', limit: pageLength } },
      { pollingInterval: readAgainMs },
    ),
  );

/** The alert to announce: raised since the last load and not resolved. */
function useRaised(alerts: LoadedAlerts<SafetyAlert> | null) {
  const [toast, setToast] = useState<SafetyAlert | null>(null);
  const known = useRef<LoadedAlerts<SafetyAlert> | null>(null);
  useEffect(() => {
    if (alerts === null) return;
    const raised = findNewAlerts(known.current, alerts.items);
    known.current = alerts;
    setToast((shown) => alertToShow(shown, raised, alerts.items));
    if (raised.some(isUrgent)) soundAlarm();
  }, [alerts]);
  return { toast, dismiss: () => setToast(null) };
}

/** Announces alerts to admins; wraps the console's screens. */
export function OpenAlertsProvider({ children }: { children: ReactNode }) {
  const { answer } = useOpenAlerts();
  const { toast, dismiss } = useRaised(answer);
  const open = answer?.open ?? 0;
  const badges = useMemo(() => ({ alerts: open }), [open]);
  return (
    <>
      <MoreConsoleBadges badges={badges}>{children}</MoreConsoleBadges>
      <AlertToast alert={toast} onClose={dismiss} />
    </>
  );
}
