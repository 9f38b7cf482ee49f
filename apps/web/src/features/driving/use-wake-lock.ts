// Keeps the screen lit while a trip is driven, where the browser can.
import { useEffect } from 'react';

export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let ended = false;
    const hold = async () => {
      try {
        const held = await navigator.wakeLock.request('screen');
        if (ended) await held.release();
        else lock = held;
      } catch {
        // A low battery may refuse; the screen then dims as usual.
      }
    };
    // The browser lets go of it whenever the page is hidden.
    const onVisible = () => {
      if (document.visibilityState === 'visible') void hold();
    };
    void hold();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, [wanted]);
}
