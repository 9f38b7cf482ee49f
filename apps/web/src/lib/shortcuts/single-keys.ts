// Whether shortcuts of a single key work on this device: who dictates, or strikes keys by accident, turns them off.

const STORAGE_KEY = 'kerb.shortcuts.single';
const OFF = 'off';

/** Private windows may refuse storage: the choice then lasts as long as the page. */
let chosenHere = true;

/** On until they are turned off. */
export function singleKeysWork(): boolean {
  try {
    return window.localStorage.getItem(STORAGE_KEY) !== OFF;
  } catch {
    return chosenHere;
  }
}

export function turnSingleKeys(on: boolean): void {
  chosenHere = on;
  try {
    if (on) window.localStorage.removeItem(STORAGE_KEY);
    else window.localStorage.setItem(STORAGE_KEY, OFF);
  } catch {
    // Remembered above.
  }
}
