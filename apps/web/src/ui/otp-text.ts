// Extracts the code from typed or pasted text, including a whole message.
import { OTP_DIGITS } from '@kerb/domain/identity';

/** Writes Arabic, Persian and full-width digits as ASCII digits. */
const withAsciiDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x06_60))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06_f0));

/** The first `most` digits of a typed text, in any script. */
export const digitsIn = (text: string, most: number): string =>
  withAsciiDigits(text).replaceAll(/\D/g, '').slice(0, most);

/** "Your code: 123 456" → "123456"; at most six digits. */
export function otpIn(text: string): string {
  const plain = withAsciiDigits(text);
  // A message may contain other numbers: the one with exactly six digits is the code.
  const alone = plain.match(/(?<!\d)\d{6}(?!\d)/)?.[0] ?? plain.match(/(?<!\d)\d{3}[ -]\d{3}(?!\d)/)?.[0];
  return digitsIn(alone ?? plain, OTP_DIGITS);
}
