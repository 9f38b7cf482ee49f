// React hook that runs a callback when the browser restores the page from its back/forward cache, to enable its
// controls again.
import { useEffect, useRef } from 'react';

export function useShownAgain(onShown: () => void): void {
  const newest = useRef(onShown);
  useEffect(() => {
    newest.current = onShown;
  });
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => {
      if (persisted) newest.current();
    };
    window.addEventListener('pageshow', look);
    return () => window.removeEventListener('pageshow', look);
  }, []);
}
