// The trip code that a rider gives the driver before a trip starts, when secure OTP is on.
import { DomainError } from '../kernel/index.ts';

export const MIN_TRIP_OTP = 10_000;
export const MAX_TRIP_OTP = 99_999;

/** A five-digit code, 10000 to 99999, from a random number 0 ≤ random < 1. Throws `invalid_input` outside it. */
export function tripOtp(random: number): number {
  if (!(random >= 0 && random < 1))
    throw new DomainError('invalid_input', 'random must lie in 0 ≤ random < 1');
  return MIN_TRIP_OTP + Math.floor(random * (MAX_TRIP_OTP - MIN_TRIP_OTP + 1));
}

/** After so many wrong codes in a row the driver has to wait. */
export const TRIP_OTP_TRIES = 3;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

/**
 * How long no code is judged after the last of so many wrong ones, ms: half a minute after three, twice as long
 * after every further three. People who misheard may always try again; guessing 90,000 codes takes months.
 */
export function tripOtpPauseMs(wrongCodes: number): number {
  if (wrongCodes === 0 || wrongCodes % TRIP_OTP_TRIES !== 0) return 0;
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (wrongCodes / TRIP_OTP_TRIES - 1));
}

/** Whether what the driver typed is the booking's code; blanks around and between the digits do not matter. */
export function isTripOtp(typed: string, otp: number): boolean {
  return typed.replaceAll(/\s/g, '') === String(otp);
}
