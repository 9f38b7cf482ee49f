// Keeps typed changes from being lost: asks before a link, the back button or closing the page leaves them.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

/** Where somebody wanted to go: an address of the app, or so many steps through the history. */
type Way = string | number;

export interface UnsavedChanges {
  /** True while it must be asked whether to leave. */
  readonly asking: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
}

/** The router numbers its history entries. */
function indexOf(state: unknown): number {
  const isNumbered = typeof state === 'object' && state !== null && 'idx' in state;
  return isNumbered && typeof state.idx === 'number' ? state.idx : 0;
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
  const [way, setWay] = useState<Way | null>(null);
  const leaving = useRef(false);

  useEffect(() => {
    if (!unsaved) return;
    const here = indexOf(window.history.state);
    let goingBack = false;
    const onClick = (event: MouseEvent) => {
      const to = leaving.current ? null : wayOfClick(event);
      if (to === null) return;
      event.preventDefault();
      event.stopPropagation();
      setWay(to);
    };
    // The history has moved already when this is heard: it is moved back, and the router hears of neither.
    const onPop = (event: PopStateEvent) => {
      if (leaving.current) return;
      event.stopImmediatePropagation();
      if (goingBack) {
        goingBack = false;
        return;
      }
      const steps = indexOf(event.state) - here;
      if (steps === 0) return;
      goingBack = true;
      window.history.go(-steps);
      setWay(steps);
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    document.addEventListener('click', onClick, { capture: true });
    window.addEventListener('popstate', onPop, { capture: true });
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      window.removeEventListener('popstate', onPop, { capture: true });
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [unsaved]);

  const stay = useCallback(() => setWay(null), []);
  const leave = useCallback(() => {
    leaving.current = true;
    setWay(null);
    if (typeof way === 'number') void navigate(way);
    else if (way !== null) void navigate(way);
  }, [navigate, way]);

  return { asking: way !== null, stay, leave };
}
