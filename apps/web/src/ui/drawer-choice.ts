// Stores the user's layout of the console's drawer on this device: slim or wide, and the collapsed groups.
import { useSyncExternalStore } from 'react';
import { deviceStorage } from '../lib/browser-storage.ts';
import type { GroupName } from './console-links.ts';

const STORAGE_KEY = 'kerb.drawer';

export interface DrawerChoice {
  readonly isSlim: boolean;
  readonly closed: readonly GroupName[];
}

const closable: readonly GroupName[] = ['users', 'wallet', 'settings'];
const asShipped: DrawerChoice = { isSlim: false, closed: [] };

function read(): DrawerChoice {
  const stored = deviceStorage.readJson(STORAGE_KEY);
  if (typeof stored !== 'object' || stored === null) return asShipped;
  const isSlim = 'isSlim' in stored && stored.isSlim === true;
  const closed = 'closed' in stored ? stored.closed : [];
  const names: readonly unknown[] = Array.isArray(closed) ? closed : [];
  return { isSlim, closed: closable.filter((group) => names.includes(group)) };
}

let current: DrawerChoice | null = null;
const listeners = new Set<() => void>();
const snapshot = (): DrawerChoice => {
  current ??= read();
  return current;
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function chooseDrawer(choice: DrawerChoice): void {
  current = choice;
  deviceStorage.write(STORAGE_KEY, JSON.stringify(choice));
  for (const listener of listeners) listener();
}

export const useDrawerChoice = (): DrawerChoice => useSyncExternalStore(subscribe, snapshot);
