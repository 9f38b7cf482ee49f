// The browser's way back may show a page as it was left: then it can be used again.
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
