// Journey of an admin's second factor: set up at the first sign-in, required at the next one and before a payout,
// replaced by a recovery code.
import { demoMobile } from '@kerb/domain/identity';
import { createClient } from '@kerb/sdk/client';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowAnotherCode, backdateSecondFactor } from './api/database-by-hand.ts';
import { type Person, signIn } from './api/people.ts';
import { until } from './api/until.ts';
import { addAuthenticatorApp, codeOfApp } from './browser/authenticator-app.ts';
import { openWindow, type WindowOptions } from './browser/browser.ts';
import { findings, settled } from './browser/inspect.ts';
import { takePicture } from './browser/pictures.ts';
import { askForCode, codeField, newestCode } from './browser/sign-in-steps.ts';
import { openStage, type Stage } from './browser/stage.ts';

const MOBILE = '+59899000091';
const STEP_MS = 30_000;

let stage: Stage;
let firstAdmin: Person;
let driver: Person;
/** Passkeys need a host name instead of an IP address. */
let origin: string;
let uid: string;

beforeAll(async () => {
  stage = await openStage();
  origin = stage.server.origin.replace('127.0.0.1', 'localhost');
  firstAdmin = await signIn(stage.server.origin, demoMobile('admin', 1));
  driver = await signIn(stage.server.origin, demoMobile('driver', 1));
  const credit = { amount: 500, source: 'cash', reason: 'Paid in at the desk' } as const;
  await firstAdmin.client.addToWallet({ params: { id: driver.uid }, body: credit });
  await driver.client.requestWithdraw({
    body: { amount: 120, bankName: 'Banco Sur', bankAccount: '001-7788' },
  });
  const body = { usertype: 'admin', firstName: 'Eva', lastName: 'Sosa', mobile: MOBILE } as const;
  uid = (await firstAdmin.client.addUser({ body })).id;
  await firstAdmin.client.editSettings({ body: { adminSecondFactor: true } });
});
afterAll(async () => {
  firstAdmin?.leave();
  driver?.leave();
  await stage?.close();
});

/** The token of a new session that waits for its second factor. */
async function newSession(besides: string): Promise<string> {
  const client = createClient({ baseUrl: origin });
  await allowAnotherCode(stage.place, MOBILE);
  const { verificationId } = await client.sendOtp({ body: { mobile: MOBILE } });
  const otp = await newestCode(stage.server.origin, MOBILE, besides);
  const { token, user, secondFactor } = await client.mobileSignIn({ body: { verificationId, otp } });
  expect([user, secondFactor]).toEqual([null, 'proof']);
  return token;
}

const open = (options: Partial<WindowOptions> = {}) =>
  openWindow(stage.browser, { origin, width: 1280, ...options });

const credentialsOf = (session: CDPSession, authenticatorId: string) =>
  session.send('WebAuthn.getCredentials', { authenticatorId }).then(({ credentials }) => credentials);
type Credentials = Awaited<ReturnType<typeof credentialsOf>>;

/** Adds a virtual authenticator that confirms at once, optionally with the passkeys of another window's one. */
async function addAuthenticator(page: Page, credentials: Credentials = []) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  for (const credential of credentials)
    await session.send('WebAuthn.addCredential', { authenticatorId, credential });
  return { held: () => credentialsOf(session, authenticatorId) };
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });

async function payOut(page: Page): Promise<void> {
  await row(page, '120.00')
    .getByRole('button', { name: /^Process/ })
    .click();
  await page.getByRole('button', { name: 'Yes, it was transferred' }).click();
}

test('an admin sets up a passkey, adds an authenticator app, proves both, and signs in with a recovery code', async () => {
  const { page, close, failures } = await open();
  const key = await addAuthenticator(page);

  // Signing in by code leads to the set-up of the second factor.
  await page.goto('/withdraws');
  await askForCode(page, MOBILE);
  const first = await newestCode(stage.server.origin, MOBILE);
  await codeField(page).fill(first);
  await page.getByRole('heading', { name: 'Protect your sign-in' }).waitFor();
  await settled(page);
  expect(await findings(page, 'ltr')).toEqual([]);
  await takePicture(page, 'second-factor-setup-1280');
  expect((await page.request.get('/api/v1/withdraws')).status()).toBe(403);

  await press(page, 'Add a passkey');
  await page.getByLabel('Name of the passkey').fill('Office laptop');
  await press(page, 'Add a passkey');
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  const codes = await page.locator('main li, ul[dir="ltr"] li').allInnerTexts();
  expect(codes).toHaveLength(10);
  expect(await findings(page, 'ltr')).toEqual([]);
  await takePicture(page, 'second-factor-codes-1280');
  await press(page, 'I have stored them');
  await row(page, '120.00').waitFor();

  // Adds an authenticator app in the profile.
  await page.goto('/profile');
  await press(page, 'Add an authenticator app');
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  await settled(page);
  expect(await findings(page, 'ltr')).toEqual([]);
  await takePicture(page, 'second-factor-app-1280');
  const secret = await addAuthenticatorApp(page);
  await page.getByRole('button', { name: 'Remove: Authenticator app' }).waitFor();
  await page.getByRole('button', { name: 'Remove: Office laptop' }).waitFor();
  const credentials = await key.held();
  await close();

  // The next sign-in requires the passkey.
  const second = await open({ token: await newSession(first) });
  await addAuthenticator(second.page, credentials);
  await second.page.goto('/withdraws');
  await second.page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  await press(second.page, 'Use a passkey');
  await row(second.page, '120.00').waitFor();

  // A payout requires a new proof once the last one is older than ten minutes.
  await backdateSecondFactor(stage.place, uid, 11, 2);
  await payOut(second.page);
  const dialog = second.page.getByRole('dialog', { name: 'Confirm that it is you' });
  // The button behind the dialog is busy until the payout is done.
  await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor();
  expect(await findings(second.page, 'ltr')).toEqual([]);
  await takePicture(second.page, 'second-factor-step-up-1280');
  await dialog.getByRole('button', { name: 'Use the authenticator app' }).click();
  // The current code was used at set-up; the code of the next time step is accepted.
  await dialog.getByLabel('Code from the app').fill(codeOfApp(secret, Date.now() + STEP_MS));
  await dialog.waitFor({ state: 'detached' });
  await until(
    'The processed withdrawal',
    () => driver.client.listMyWithdraws(),
    ({ items }) => items[0]?.processed === true,
  );
  await second.close();

  // Signs in with a recovery code, on a phone, in Arabic.
  const third = await open({ token: await newSession(''), width: 390, language: 'ar' });
  await third.page.goto('/login');
  await third.page.getByRole('button', { name: 'استخدام مفتاح مرور' }).waitFor();
  await settled(third.page);
  expect(await findings(third.page, 'rtl')).toEqual([]);
  await takePicture(third.page, 'second-factor-proof-390-ar');
  await press(third.page, 'استخدام رمز استرداد');
  await third.page.getByLabel('رمز الاسترداد').fill(codes[0] ?? '');
  await third.page.keyboard.press('Enter');
  await third.page.waitForURL('**/dashboard');
  await third.page.goto('/profile');
  await third.page.getByText('رموز الاسترداد المتبقية: 9').waitFor();
  expect([...failures, ...second.failures, ...third.failures]).toEqual([]);
  await third.close();
});
