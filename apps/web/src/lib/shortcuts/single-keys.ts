// Stores whether single-key shortcuts are enabled on this device: users who dictate, or press keys by accident, can
// turn them off.

const STORAGE_KEY = 'kerb.shortcuts.single';
const OFF = 'off';

/** Fallback for private windows that block storage: the choice then lasts as long as the page. */
let sessionChoice = true;

/** Enabled by default. */
export function singleKeysWork(): boolean {
  try {
    return window.localStorage.getItem(STORAGE_KEY) !== OFF;
  } catch {
    return sessionChoice;
  }
}

export function turnSingleKeys(on: boolean): void {
  sessionChoice = on;
  try {
    if (on) window.localStorage.removeItem(STORAGE_KEY);
    else window.localStorage.setItem(STORAGE_KEY, OFF);
  } catch {
    // The choice is also stored in the variable above.
  }
}
