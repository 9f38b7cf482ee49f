// Extracts the code from typed or pasted text, including a whole message.
import { OTP_DIGITS } from '@kerb/domain/identity';

/** "Your code: 123 456" → "123456"; at most six digits. */
export function otpIn(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x06_60))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06_f0));
  // A message may contain other numbers: the one with exactly six digits is the code.
  const alone = plain.match(/(?<!\d)\d{6}(?!\d)/)?.[0] ?? plain.match(/(?<!\d)\d{3}[ -]\d{3}(?!\d)/)?.[0];
  return (alone ?? plain).replaceAll(/\D/g, '').slice(0, OTP_DIGITS);
}
