// The unresolved alerts, loaded on every screen of the console; a new one plays a sound and shows a toast.
import type { SafetyAlert } from '@kerb/contract';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { client } from '../../lib/store.ts';
import { useLiveRefresh } from '../../lib/use-live-refresh.ts';
import { ConsoleBadges } from '../../ui/console-badges.ts';
import { soundAlarm } from './alarm-sound.ts';
import { AlertToast } from './alert-toast.tsx';
import { findNewAlerts } from './new-alerts.ts';

export interface OpenAlerts {
  /** Newest first; null until they are read. */
  readonly alerts: readonly SafetyAlert[] | null;
  /** All that are open, also beyond those read. */
  readonly open: number;
  /** Grows with every reading. */
  readonly version: number;
  readonly problem: unknown;
  readonly reload: () => void;
}

const none: OpenAlerts = { alerts: null, open: 0, version: 0, problem: null, reload: () => undefined };
const Context = createContext<OpenAlerts>(none);

export const useOpenAlerts = (): OpenAlerts => use(Context);

const readAgainMs = 60_000;

/** For admins; goes around the console's screens. */
export function OpenAlertsProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<Omit<OpenAlerts, 'reload'>>(none);
  const [toast, setToast] = useState<SafetyAlert | null>(null);
  const known = useRef<readonly SafetyAlert[] | null>(null);

  const read = useCallback(async () => {
    try {
      const { items, open } = await client.listAlerts({ query: { open: 'true', limit: 50 } });
      const [raised] = findNewAlerts(known.current, items);
      known.current = items;
      setState((before) => ({ alerts: items, open, version: before.version + 1, problem: null }));
      setToast((shown) => raised ?? items.find(({ id }) => id === shown?.id) ?? null);
      if (raised) soundAlarm();
    } catch (problem) {
      setState((before) => ({ ...before, problem }));
    }
  }, []);
  const reload = useCallback(() => void read(), [read]);
  useLiveRefresh('alerts', reload);
  useEffect(() => {
    reload();
    // Should the live connection be gone, it is known within a minute all the same.
    const timer = setInterval(reload, readAgainMs);
    return () => clearInterval(timer);
  }, [reload]);

  const value = useMemo(() => ({ ...state, reload }), [state, reload]);
  const badges = useMemo(() => ({ alerts: state.open }), [state.open]);
  return (
    <Context value={value}>
      <ConsoleBadges value={badges}>{children}</ConsoleBadges>
      <AlertToast alert={toast} onClose={() => setToast(null)} />
    </Context>
  );
}
