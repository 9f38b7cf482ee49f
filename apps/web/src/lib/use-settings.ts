// React hook for the operator's settings.
import type { PublicSettings } from '@kerb/contract';
import { useKerbSelector } from './store.ts';

/** Null until they have loaded; screens below AppGate can rely on them. */
export function useSettings(): PublicSettings | null {
  return useKerbSelector((state) => state.settingsdata.settings);
}
