// Simulates an authenticator app: reads the key shown on the screen and computes its codes.
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';

/** Returns the six-digit code of a key at a time in ms since the epoch. */
export const codeOfApp = (key: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp: at });

/** Completes the open set-up step: reads the key from the screen, types the code, and returns the key. */
export async function addAuthenticatorApp(page: Page): Promise<string> {
  const key = await page
    .getByText('Or type this key into the app:')
    .locator('xpath=following-sibling::*')
    .textContent();
  await page.getByLabel('Code from the app').fill(codeOfApp(key ?? '', Date.now()));
  return key ?? '';
}
