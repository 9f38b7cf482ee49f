// Asks before a link, signing out or closing the page leaves what was typed behind; the back button is what the draft is for.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { markUnsaved } from '../lib/unsaved-input.ts';
import { guardLeaving } from './before-leaving.ts';

export interface UnsavedChanges {
  /** True while it is to be asked whether to leave. */
  readonly isConfirming: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
  /** True from the moment it was decided to leave. */
  readonly isLeaving: () => boolean;
}

/** The address a click leads to within the app, or null when it leads elsewhere or into another tab. */
function wayOfClick(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!isPlain || !link || link.target === '_blank' || link.origin !== window.location.origin) return null;
  if (link.hasAttribute('download') || link.pathname.startsWith('/api/')) return null;
  return link.pathname === window.location.pathname ? null : `${link.pathname}${link.search}`;
}

export function useUnsavedChanges(unsaved: boolean): UnsavedChanges {
  const navigate = useNavigate();
  /** What is done once it is decided to leave. */
  const [way, setWay] = useState<{ go: () => void } | null>(null);
  const leaving = useRef(false);

  useEffect(() => {
    if (!unsaved) return;
    const onClick = (event: MouseEvent) => {
      const to = leaving.current ? null : wayOfClick(event);
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

  const stay = useCallback(() => setWay(null), []);
  const leave = useCallback(() => {
    leaving.current = true;
    setWay(null);
    way?.go();
  }, [way]);

  const isLeaving = useCallback(() => leaving.current, []);
  return { isConfirming: way !== null, stay, leave, isLeaving };
}
