// The rule for sign-in codes: exactly six digits, 100000 to 999999.

/** Codes are issued strictly inside the range, so that either reading of its bounds accepts every code ever sent. */
export const issuedOtpRange = { lowest: 100_001, highest: 999_998 } as const;

export const OTP_DIGITS = 6;

/** True for what may be a sign-in code at all; anything else is `otp_validate_error` and is never checked. */
export function isOtp(input: string): boolean {
  return /^[1-9]\d{5}$/.test(input);
}
