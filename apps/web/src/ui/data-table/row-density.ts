// Stores the row height of all tables: dense by default, comfortable on touch devices or by the user's choice.
import { useState } from 'react';
import { deviceStorage } from '../../lib/browser-storage.ts';

export type RowDensity = 'dense' | 'comfortable';

const STORAGE_KEY = 'kerb.table.density';

/** Heights in px, of rows with one line and with two. */
export const rowHeights = {
  dense: { 1: 40, 2: 52 },
  comfortable: { 1: 56, 2: 64 },
} as const satisfies Record<RowDensity, Record<1 | 2, number>>;

const ofDevice = (): RowDensity =>
  typeof window.matchMedia === 'function' && window.matchMedia('(pointer: coarse)').matches
    ? 'comfortable'
    : 'dense';

export function readDensity(): RowDensity {
  const stored = deviceStorage.read(STORAGE_KEY);
  return stored === 'dense' || stored === 'comfortable' ? stored : ofDevice();
}

export function rememberDensity(density: RowDensity): void {
  deviceStorage.write(STORAGE_KEY, density);
}

export function useRowDensity(): [RowDensity, (density: RowDensity) => void] {
  const [density, setDensity] = useState(readDensity);
  const choose = (next: RowDensity) => {
    setDensity(next);
    rememberDensity(next);
  };
  return [density, choose];
}
