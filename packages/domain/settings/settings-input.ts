// Schema for saving settings. It is stricter than the schema for reading, so that an older invalid value never locks
// out an operator.
import { z } from 'zod';
import { emailPattern } from '../identity/user.schema.ts';
import { hasInvisibleCharacters } from '../kernel/index.ts';
import { settings } from './settings.schema.ts';
import { handlePattern, isWebAddress } from './web-address.ts';

const MAX_EMAIL_LENGTH = 254;
const line = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .refine((text) => !hasInvisibleCharacters(text), 'hidden_letters');
const orEmpty = (longest: number, isFine: (text: string) => boolean, problem: string) =>
  line(longest).refine((text) => text === '' || isFine(text), problem);
const webAddress = orEmpty(500, isWebAddress, 'web_address');
const handle = orEmpty(101, (text) => handlePattern.test(text), 'handle').transform((text) =>
  text.replace(/^@/, ''),
);

const { shape } = settings;

/** Schema of all settings; the message of a rejected text is the name of its problem. */
export const settingsInput = z.object({
  ...shape,
  appName: line(60).min(1),
  symbol: line(8).min(1),
  taxName: line(40).min(1),
  timezone: line(60).min(1),
  CompanyName: line(120),
  contact_email: orEmpty(MAX_EMAIL_LENGTH, (text) => emailPattern.test(text), 'proper_email'),
  CompanyWebsite: webAddress,
  CompanyTerms: webAddress,
  AppleStoreLink: webAddress,
  PlayStoreLink: webAddress,
  FacebookHandle: handle,
  TwitterHandle: handle,
  InstagramHandle: handle,
});
export type SettingKey = keyof typeof shape;

/**
 * Validates the given fields and returns the values to store; throws a validation error that names the invalid fields.
 */
export function checkSettings(
  patch: Readonly<Partial<Record<SettingKey, unknown>>>,
): Record<string, unknown> {
  const given = Object.entries(settingsInput.shape).filter(([key]) => key in patch);
  return z.object(Object.fromEntries(given)).parse(patch);
}
