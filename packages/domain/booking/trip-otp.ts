// Trip codes that a rider gives the driver before a trip starts, when secure OTP is on.
import { DomainError } from '../kernel/index.ts';

export const MIN_TRIP_OTP = 10_000;
export const MAX_TRIP_OTP = 99_999;

/**
 * Returns a five-digit code, 10000 to 99999, for a random number 0 ≤ random < 1. Throws `invalid_input` for other
 * numbers.
 */
export function tripOtp(random: number): number {
  if (!(random >= 0 && random < 1))
    throw new DomainError('invalid_input', 'random must lie in 0 ≤ random < 1');
  return MIN_TRIP_OTP + Math.floor(random * (MAX_TRIP_OTP - MIN_TRIP_OTP + 1));
}

/** Number of consecutive wrong codes after which the driver has to wait. */
export const TRIP_OTP_TRIES = 3;
const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 15 * 60_000;

/**
 * Returns the pause in ms after this many consecutive wrong codes, during which no code is checked: half a minute after
 * three, doubled after every further three. Drivers who misheard a code can always retry, while guessing 90,000 codes
 * takes months.
 */
export function tripOtpPauseMs(wrongCodes: number): number {
  if (wrongCodes === 0 || wrongCodes % TRIP_OTP_TRIES !== 0) return 0;
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (wrongCodes / TRIP_OTP_TRIES - 1));
}

/** Returns whether the typed text is the booking's code; spaces around and between the digits are ignored. */
export function isTripOtp(typed: string, otp: number): boolean {
  return typed.replaceAll(/\s/g, '') === String(otp);
}
