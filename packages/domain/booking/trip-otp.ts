// The trip code a rider tells the driver before a trip starts, when secure OTP is on.
import { DomainError } from '../kernel/index.ts';

export const MIN_TRIP_OTP = 10_000;
export const MAX_TRIP_OTP = 99_999;

/** A five-digit code, 10000 to 99999, from a random number 0 ≤ random < 1. Throws `invalid_input` outside it. */
export function tripOtp(random: number): number {
  if (!(random >= 0 && random < 1))
    throw new DomainError('invalid_input', 'random must lie in 0 ≤ random < 1');
  return MIN_TRIP_OTP + Math.floor(random * (MAX_TRIP_OTP - MIN_TRIP_OTP + 1));
}

/** Whether what the driver typed is the booking's code; blanks around and between the digits do not matter. */
export function isTripOtp(typed: string, otp: number): boolean {
  return typed.replaceAll(/\s/g, '') === String(otp);
}
