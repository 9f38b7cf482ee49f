// Format of sign-in codes: exactly six digits, 100000 to 999999.

/**
 * Issued codes exclude both bounds, so that they are valid whether the specification's bounds are read as inclusive or
 * exclusive.
 */
export const issuedOtpRange = { lowest: 100_001, highest: 999_998 } as const;

export const OTP_DIGITS = 6;

/**
 * Returns true for text in the format of a sign-in code; other input is rejected with `otp_validate_error` without a
 * check.
 */
export function isOtp(input: string): boolean {
  return /^[1-9]\d{5}$/.test(input);
}
