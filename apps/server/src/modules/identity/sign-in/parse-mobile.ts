// Turns what was typed into a number in E.164, or refuses it.
import { DomainError } from '@kerb/domain/kernel';
import { parsePhoneNumberFromString } from 'libphonenumber-js';

export function parseMobile(input: string): string {
  const phone = parsePhoneNumberFromString(input);
  if (!phone?.isValid()) throw new DomainError('invalid_mobile');
  return phone.number;
}
