// Stores whether single-key shortcuts are enabled on this device: users who dictate, or press keys by accident, can
// turn them off.
import { deviceStorage } from '../browser-storage.ts';

const STORAGE_KEY = 'kerb.shortcuts.single';
const OFF = 'off';

/** The choice where storage is blocked; it lasts as long as the page. */
let unstoredChoice: boolean | null = null;

/** Enabled by default. */
export const singleKeysWork = (): boolean => unstoredChoice ?? deviceStorage.read(STORAGE_KEY) !== OFF;

export function turnSingleKeys(on: boolean): void {
  const isStored = deviceStorage.write(STORAGE_KEY, on ? null : OFF);
  unstoredChoice = isStored ? null : on;
}
