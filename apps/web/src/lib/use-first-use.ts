// Whether the person has begun to use the page: what only a user needs loads then, and not for a reader.
import { useSyncExternalStore } from 'react';

/** A touch is a pointer too. */
const signs = ['pointermove', 'pointerdown', 'scroll', 'keydown', 'focusin'] as const;
/** Browsers without idle callbacks wait this long, in ms. */
const PAUSE_MS = 200;
/** A busy page does it then at the latest, in ms. */
const LATEST_MS = 1_000;

let isUsed = false;
const listeners = new Set<() => void>();

function begin(): void {
  isUsed = true;
  for (const listener of listeners) listener();
}

/** When the page is idle, so that the first touch itself is answered at once. */
function noticeUse(): void {
  for (const sign of signs) window.removeEventListener(sign, noticeUse, true);
  if ('requestIdleCallback' in window) window.requestIdleCallback(begin, { timeout: LATEST_MS });
  else setTimeout(begin, PAUSE_MS);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  // Adding a listener that is there already changes nothing.
  if (!isUsed)
    for (const sign of signs) window.addEventListener(sign, noticeUse, { capture: true, passive: true });
  return () => void listeners.delete(changed);
}

/** False until the first pointer, key, focus or scroll on this page; then true. */
export function useFirstUse(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isUsed,
    () => false,
  );
}
