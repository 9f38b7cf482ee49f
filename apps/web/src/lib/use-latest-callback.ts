// React hook for a callback that never changes, so that passing it does not render a memoized component again.
import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a function that calls the `callback` of the last render. Call it from event handlers, not while rendering. */
export function useLatestCallback<Parameters extends readonly unknown[]>(
  callback: (...parameters: Parameters) => void,
): (...parameters: Parameters) => void {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...parameters: Parameters) => latest.current(...parameters), []);
}
