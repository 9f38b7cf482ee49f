// React hook that returns whether the visitor has interacted with the page; parts that mere reading does not need load
// only then.
import { useSyncExternalStore } from 'react';

/** Pointer events include touches. */
const signs = ['pointermove', 'pointerdown', 'scroll', 'keydown', 'focusin'] as const;
/** Delay in browsers without requestIdleCallback, in ms. */
const PAUSE_MS = 200;
/** Deadline of the idle callback on a busy page, in ms. */
const LATEST_MS = 1_000;

let isUsed = false;
const listeners = new Set<() => void>();

function begin(): void {
  isUsed = true;
  for (const listener of listeners) listener();
}

/** Defers the notification to an idle moment, so that the page responds to the first interaction at once. */
function noticeUse(): void {
  for (const sign of signs) window.removeEventListener(sign, noticeUse, true);
  if ('requestIdleCallback' in window) window.requestIdleCallback(begin, { timeout: LATEST_MS });
  else setTimeout(begin, PAUSE_MS);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  // Adding the same listener twice has no effect.
  if (!isUsed)
    for (const sign of signs) window.addEventListener(sign, noticeUse, { capture: true, passive: true });
  return () => void listeners.delete(changed);
}

/** False until the first pointer, key, focus or scroll event on this page; then true. */
export function useFirstUse(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isUsed,
    () => false,
  );
}
