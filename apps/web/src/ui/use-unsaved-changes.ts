// React hook that requires a confirmation before a link, the Back button, signing out or closing the page discards
// unsaved changes.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { markUnsaved } from '../lib/unsaved-input.ts';
import { guardLeaving } from './before-leaving.ts';
import { guardPage } from './page-guards.ts';

export interface UnsavedChanges {
  /** True while the confirmation must be shown. */
  readonly isConfirming: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
  /** True once the user has decided to leave. */
  readonly isLeaving: () => boolean;
}

/** The address within the app to which a click navigates; null for other sites, other tabs and the same page. */
function targetOfClick(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!isPlain || !link || link.target === '_blank' || link.origin !== window.location.origin) return null;
  if (link.hasAttribute('download') || link.pathname.startsWith('/api/')) return null;
  return link.pathname === window.location.pathname ? null : `${link.pathname}${link.search}`;
}

export function useUnsavedChanges(unsaved: boolean): UnsavedChanges {
  const navigate = useNavigate();
  const location = useLocation();
  /** The pending navigation or sign-out, which runs if the user decides to leave. */
  const [way, setWay] = useState<{ go: () => void } | null>(null);
  const leaving = useRef(false);

  useEffect(() => {
    if (!unsaved) return;
    const onClick = (event: MouseEvent) => {
      const to = leaving.current ? null : targetOfClick(event);
      if (to === null) return;
      event.preventDefault();
      event.stopPropagation();
      setWay({ go: () => void navigate(to) });
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    const unguard = guardLeaving((go) => setWay({ go }));
    const unmark = markUnsaved();
    document.addEventListener('click', onClick, { capture: true });
    window.addEventListener('beforeunload', onUnload);
    return () => {
      unguard();
      unmark();
      document.removeEventListener('click', onClick, { capture: true });
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [unsaved, navigate]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a guard belongs to one history entry of the page
  useEffect(() => {
    if (!unsaved) return;
    return guardPage((go) => (leaving.current ? go() : setWay({ go })));
  }, [unsaved, location]);

  const stay = useCallback(() => setWay(null), []);
  const leave = useCallback(() => {
    leaving.current = true;
    setWay(null);
    way?.go();
  }, [way]);

  const isLeaving = useCallback(() => leaving.current, []);
  return { isConfirming: way !== null, stay, leave, isLeaving };
}
