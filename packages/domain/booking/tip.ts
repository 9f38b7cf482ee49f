// Rules of tips: which trips can be tipped, for how long, maximum and suggested amounts.
import { type Minor, MS_PER_DAY, minor } from '../kernel/index.ts';
import type { BookingStatus } from './booking.schema.ts';
import { earningStatuses } from './booking-machine.ts';

/** Tipping period, counted from the end of the trip. */
export const TIP_WITHIN_MS = 14 * MS_PER_DAY;

/** Times in ms since the epoch; `tip` in minor units, 0 without a tip. */
export interface TippableTrip {
  status: BookingStatus;
  driver: string | null;
  trip_end_time: number | null;
  tip: Minor;
}

/** Returns whether the trip can be tipped: paid trips once, within two weeks. */
export const mayTip = ({ status, driver, trip_end_time, tip }: TippableTrip, now: number): boolean =>
  tip === 0 &&
  driver !== null &&
  trip_end_time !== null &&
  earningStatuses.some((earning) => earning === status) &&
  now < trip_end_time + TIP_WITHIN_MS;

/** A tip is at most the price of the trip, which limits the cost of a typing error. */
export const isTipTooLarge = (tip: Minor, tripCost: Minor): boolean => tip > tripCost;

const SUGGESTED_SHARES = [0.1, 0.15, 0.2];

/** Returns the largest of 1, 2 or 5 times a power of ten that is not above the amount; at least 1. */
function roundStep(amount: number): number {
  if (amount < 1) return 1;
  const power = 10 ** Math.floor(Math.log10(amount));
  return [5, 2, 1].map((factor) => factor * power).find((step) => step <= amount) ?? power;
}

/** Suggests about 10, 15 and 20 % of the price, rounded up to round amounts; never more than the price. */
export function suggestedTips(tripCost: Minor): Minor[] {
  const step = roundStep(tripCost * 0.04);
  const tips = SUGGESTED_SHARES.map((share) => Math.ceil((tripCost * share) / step) * step);
  return [...new Set(tips)].filter((tip) => tip > 0 && tip <= tripCost).map(minor);
}
