// Booking references: six characters that can be read aloud without confusion.
import { DomainError } from './errors.ts';

/**
 * Digits and capitals without 0, O, 1 and I: thirty-two characters, so that random bytes give each with equal
 * probability.
 */
export const REFERENCE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const REFERENCE_LENGTH = 6;

const pattern = new RegExp(`^[${REFERENCE_ALPHABET}]{${REFERENCE_LENGTH}}$`);

/** Returns the reference made from the first six of these random bytes. Throws `invalid_input` for fewer bytes. */
export function bookingReference(random: Uint8Array): string {
  if (random.length < REFERENCE_LENGTH) {
    throw new DomainError('invalid_input', `${REFERENCE_LENGTH} random bytes are needed`);
  }
  return Array.from(random.subarray(0, REFERENCE_LENGTH), (byte) =>
    REFERENCE_ALPHABET.charAt(byte % REFERENCE_ALPHABET.length),
  ).join('');
}

/** Parses a typed reference ("k7p-d2m"), ignoring blanks, dashes and case; null when it is not one. */
export function parseReference(typed: string): string | null {
  const tidy = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  return pattern.test(tidy) ? tidy : null;
}
