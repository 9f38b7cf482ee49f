// Social sign-in in a real browser against a real OpenID provider on this machine.
import type { Me } from '@kerb/contract';
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenIdAccount, startOpenIdProvider } from './api/openid-provider.ts';
import { signIn } from './api/people.ts';
import type { Window } from './browser/browser.ts';
import { findings, settled } from './browser/inspect.ts';
import { alertOf, type Language, phoneField, wordsOf } from './browser/sign-in-steps.ts';
import { openStage, type Stage } from './browser/stage.ts';

let stage: Stage;
const person = (name: string): OpenIdAccount => ({
  sub: `sub-of-${name}`,
  email: `${name}@example.com`,
  email_verified: true,
  given_name: name,
  family_name: 'Gómez',
});

beforeAll(async () => {
  stage = await openStage({
    env: async (port, atEnd) => {
      const provider = await startOpenIdProvider({
        accounts: ['nadia', 'teo', 'vera'].map(person),
        redirectUris: [`http://127.0.0.1:${port}/api/v1/auth/social/google/callback`],
      });
      atEnd(provider.close);
      return {
        GOOGLE_CLIENT_ID: provider.clientId,
        GOOGLE_CLIENT_SECRET: provider.clientSecret,
        GOOGLE_ISSUER: provider.issuer,
      };
    },
  });
});
afterAll(() => stage?.close());

const t = wordsOf('en');
const windowAt = (width: number, language: Language = 'en'): Promise<Window> =>
  stage.open({ width, language });
const googleLink = (page: Page, say = t) =>
  page.getByRole('link', { name: say('continue_with').replace('{{provider}}', 'Google') });

async function signedInUser(page: Page): Promise<Me | null> {
  const { user }: { user: Me | null } = await (await page.request.get('/api/v1/auth/session')).json();
  return user;
}

/** Signs in from the sign-in screen with one of the accounts of the provider. */
async function continueAs(page: Page, name: string): Promise<void> {
  await googleLink(page).click();
  await page.getByRole('button', { name: `Continue as ${name}@example.com` }).click();
}

test('a new user becomes a rider, and is the same rider at the next sign-in', async () => {
  const first = await windowAt(1280);
  await first.page.goto('/login');
  await continueAs(first.page, 'nadia');
  await first.page.waitForURL('/');
  const made = await signedInUser(first.page);
  expect(made).toMatchObject({
    usertype: 'rider',
    loginType: 'google',
    firstName: 'nadia',
    lastName: 'Gómez',
    email: 'nadia@example.com',
    mobile: '',
    social: ['google'],
    approved: true,
  });
  expect(first.failures).toEqual([]);
  await first.close();

  const second = await windowAt(390);
  await second.page.goto('/login');
  await continueAs(second.page, 'nadia');
  await second.page.waitForURL('/');
  expect((await signedInUser(second.page))?.id).toBe(made?.id);
  await second.close();
});

test('a user who was redirected to sign-in continues to the requested page afterwards', async () => {
  const { page, close } = await windowAt(390);
  await page.goto('/profile');
  await page.waitForURL('/login');
  await continueAs(page, 'teo');
  await page.waitForURL('/profile');
  await close();
});

test('refusing at the provider leads back to sign-in with an alert and without a session', async () => {
  const { page, close } = await windowAt(390);
  await page.goto('/login');
  await googleLink(page).click();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.waitForURL(/\/login\?error=/);
  await alertOf(page).getByText(t('auth_error')).waitFor();
  await settled(page);
  expect(await findings(page, 'ltr')).toEqual([]);
  await alertOf(page)
    .getByRole('button', { name: t('close') })
    .click();
  await page.waitForURL('/login');
  await phoneField(page).waitFor();
  expect(await signedInUser(page)).toBeNull();
  await close();
});

test('a disabled account cannot sign in through the provider', async () => {
  const before = await windowAt(1280);
  await before.page.goto('/login');
  await continueAs(before.page, 'vera');
  await before.page.waitForURL('/');
  const account = await signedInUser(before.page);
  const admin = await signIn(stage.server.origin, demoMobile('admin', 1));
  await admin.client.refuseUser({ params: { id: account?.id ?? '' }, body: { reason: 'Left keys in cars' } });
  admin.leave();
  await before.close();

  const { page, close } = await windowAt(1280);
  await page.goto('/login');
  await continueAs(page, 'vera');
  await page.waitForURL(/\/login\?error=require_approval/);
  await alertOf(page).getByText(t('require_approval')).waitFor();
  expect(await signedInUser(page)).toBeNull();
  await close();
});

test('a user without a mobile number is asked for one before the first booking, and can postpone it', async () => {
  const { page, close } = await windowAt(390);
  const prompt = page.getByRole('dialog').filter({ hasText: 'Your profile has no mobile number' });
  await page.goto('/login');
  await continueAs(page, 'teo');
  await page.waitForURL('/');
  const book = page.getByRole('button', { name: 'See the fare and book' });
  await book.click();
  await prompt.getByRole('button', { name: 'Not now' }).click();
  // The booking continues, and the form reports the empty fields.
  await alertOf(page).getByText(t('select_proper')).waitFor();
  await alertOf(page)
    .getByRole('button', { name: t('close') })
    .click();
  // The prompt is shown once per visit.
  await book.click();
  await alertOf(page).getByText(t('select_proper')).waitFor();
  expect(await prompt.count()).toBe(0);

  await page.reload();
  await book.click();
  await prompt.getByRole('button', { name: 'Add a number' }).click();
  await page.waitForURL('/profile');
  await close();
});

test('the sign-in buttons have no layout or accessibility fault in Arabic at 390 px', async () => {
  const { page, close } = await windowAt(390, 'ar');
  await page.goto('/login');
  await googleLink(page, wordsOf('ar')).waitFor();
  await settled(page);
  expect(await findings(page, 'rtl')).toEqual([]);
  await close();
});
