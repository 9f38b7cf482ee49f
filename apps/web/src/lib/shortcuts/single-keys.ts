// Whether shortcuts of a single key work on this device: who dictates, or strikes keys by accident, turns them off.

const STORAGE_KEY = 'kerb.shortcuts.single';
const OFF = 'off';

/** On where nothing is stored, and where storage is refused. */
export function singleKeysWork(): boolean {
  try {
    return window.localStorage.getItem(STORAGE_KEY) !== OFF;
  } catch {
    return true;
  }
}

export function turnSingleKeys(on: boolean): void {
  try {
    if (on) window.localStorage.removeItem(STORAGE_KEY);
    else window.localStorage.setItem(STORAGE_KEY, OFF);
  } catch {
    // Private windows may refuse storage: the choice lasts as long as the page.
  }
}
