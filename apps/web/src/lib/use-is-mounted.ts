// React hook that returns whether the component is still mounted, so that a late response does not navigate the user
// away from the screen that they opened meanwhile.
import { useCallback, useEffect, useRef } from 'react';

export function useIsMounted(): () => boolean {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return useCallback(() => mounted.current, []);
}
