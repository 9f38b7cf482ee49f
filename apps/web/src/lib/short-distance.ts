// Formats a distance that a driver has yet to go: metres below a kilometre, feet below a tenth of a mile, rounded so
// that it does not flicker.
import { KM_PER_MILE } from '@kerb/domain/kernel';
import { isolateUnit } from './format.ts';

interface ShortDistance {
  readonly value: number;
  readonly unit: 'meter' | 'kilometer' | 'foot' | 'mile';
  readonly digits: number;
}

const feetPerMile = 5280;

/** Rounds to 10 below 300 and to 50 from there; never below one step. */
function step(value: number): number {
  const size = value < 300 ? 10 : 50;
  return Math.max(10, Math.round(value / size) * size);
}

function shortDistance(km: number, inMiles: boolean): ShortDistance {
  if (inMiles) {
    const miles = km / KM_PER_MILE;
    if (miles < 0.1) return { value: step(miles * feetPerMile), unit: 'foot', digits: 0 };
    return { value: miles, unit: 'mile', digits: miles < 10 ? 1 : 0 };
  }
  if (km < 0.95) return { value: step(km * 1000), unit: 'meter', digits: 0 };
  return { value: km, unit: 'kilometer', digits: km < 10 ? 1 : 0 };
}

export function formatShortDistance(km: number, inMiles: boolean, locale: string): string {
  const { value, unit, digits } = shortDistance(km, inMiles);
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  });
  return isolateUnit(format.format(value), locale);
}
