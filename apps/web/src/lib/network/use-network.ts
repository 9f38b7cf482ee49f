// React hook that returns the network state of this page, for banners and statuses.
import { useSyncExternalStore } from 'react';
import { live } from '../live.ts';
import { type Network, networkNow } from './network.ts';

/** How long the state 'back' lasts, in ms. */
const backForMs = 4_000;

let said: Network = 'fine';
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function become(next: Network): void {
  if (next === said) return;
  said = next;
  clearTimeout(timer);
  if (next === 'back') timer = setTimeout(() => become('fine'), backForMs);
  for (const listener of [...listeners]) listener();
}

const look = () => become(networkNow(said, { online: navigator.onLine, live: live.state() }));

window.addEventListener('online', look);
window.addEventListener('offline', look);
live.onState(look);
look();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useNetwork = (): Network => useSyncExternalStore(subscribe, () => said);
