// Steps of the sign-in screen in any language, and the sign-in codes of the development inbox.
import { readFileSync } from 'node:fs';
import { createClient } from '@kerb/sdk/client';
import type { Locator, Page } from 'playwright-core';
import { until } from '../api/until.ts';

export type Language = 'en' | 'ar';

const areas = ['core', 'login', 'errors'] as const;
const read = (language: Language, area: string): Record<string, string> =>
  JSON.parse(
    readFileSync(new URL(`../../packages/texts/locales/${language}/${area}.json`, import.meta.url), 'utf8'),
  );

/** Looks up texts of the app in a language. */
export function wordsOf(language: Language): (key: string) => string {
  const texts: Record<string, string> = Object.assign({}, ...areas.map((area) => read(language, area)));
  return (key) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`There is no text ${key} in ${language}`);
    return text;
  };
}

/** The alert of the error catalogue: a dialog titled Alert, with Close. */
export const alertOf = (page: Page, language: Language = 'en'): Locator =>
  page.getByRole('alertdialog', { name: wordsOf(language)('alert') });

export const phoneField = (page: Page): Locator => page.locator('input[name="mobile"]');
export const codeField = (page: Page): Locator => page.locator('input[name="otp"]');
export const countryButton = (page: Page): Locator =>
  page.locator('button[aria-haspopup="dialog"]').filter({ hasText: '+' });

/** The newest code sent to the number that differs from `besides`. */
export async function newestCode(origin: string, mobile: string, besides = ''): Promise<string> {
  const client = createClient({ baseUrl: origin });
  return until(
    `A code to ${mobile}`,
    async () => {
      const { items } = await client.devInbox({ query: { mobile } });
      return items.find(({ otp }) => otp !== null)?.otp ?? '';
    },
    (otp) => otp !== '' && otp !== besides,
  );
}

/** A well-formed code that differs from the right one. */
export const wrongCode = (right: string): string => (right === '123456' ? '654321' : '123456');

/** Requests a code for a number; resolves when the code can be typed. */
export async function askForCode(page: Page, mobile: string): Promise<void> {
  await phoneField(page).fill(mobile);
  await page.locator('button[type="submit"]').click();
  await codeField(page).waitFor();
}
