// How much of the screen a phone's keyboard leaves, so that what is written stays in sight.
import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  const viewport = window.visualViewport;
  viewport?.addEventListener('resize', onChange);
  return () => viewport?.removeEventListener('resize', onChange);
}

/** Px; null where the browser does not say. */
export const useViewportHeight = (): number | null =>
  useSyncExternalStore(subscribe, () => {
    const viewport = window.visualViewport;
    // Zoomed in, the page is larger than what is seen of it.
    return viewport && viewport.scale === 1 ? Math.round(viewport.height) : null;
  });
