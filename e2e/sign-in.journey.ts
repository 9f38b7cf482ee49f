// Signing in by mobile number in a real browser: the country, the code and its errors, and the start of each role.

import { pbkdf2Sync } from 'node:crypto';
import { demoMobile, type Usertype } from '@kerb/domain/identity';
import { createClient } from '@kerb/sdk/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import type { Window } from './browser/browser.ts';
import { findings, settled } from './browser/inspect.ts';
import {
  alertOf,
  askForCode,
  codeField,
  countryButton,
  type Language,
  newestCode,
  phoneField,
  wordsOf,
  wrongCode,
} from './browser/sign-in-steps.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { startApp } from './browser/steps.ts';

let stage: Stage;
/** An admin who is signed in already, because their number has to wait for another code. */
let admin: Person;
const secondAdmin = '+59899000902';

beforeAll(async () => {
  stage = await openStage();
  admin = await signIn(stage.server.origin, demoMobile('admin', 1));
  admin.leave();
  await admin.client.addUser({
    body: {
      usertype: 'admin',
      firstName: 'Alba',
      lastName: 'Núñez',
      email: 'alba@example.com',
      mobile: secondAdmin,
    },
  });
});
afterAll(() => stage?.close());

const windowAt = (width: number, language: Language = 'en', { clock = false } = {}): Promise<Window> =>
  stage.open({ width, language, clock });
const t = wordsOf('en');
const helper = (page: Page) => page.locator('form [role="alert"]');

/** Pastes a text into the focused field. */
const paste = (page: Page, text: string) => page.keyboard.insertText(text);

const variants = [
  { language: 'en', width: 1280, direction: 'ltr', brazil: 'brasil', n: 1 },
  { language: 'ar', width: 390, direction: 'rtl', brazil: 'البرازيل', n: 2 },
] as const;

describe.each(variants)('in $language at $width px', ({ language, width, direction, brazil, n }) => {
  // Numbers of simulated riders are exempt from the waiting time of 30 s between codes.
  const mobile = demoMobile('simRider', n);
  const say = wordsOf(language);

  test('a user finds the country, mistypes the code, requests another and pastes the message', async () => {
    const { page, close, failures } = await windowAt(width, language, { clock: true });
    await page.goto('/login');
    await settled(page);
    expect(await findings(page, direction)).toEqual([]);

    await countryButton(page).focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('dialog', { name: say('country') });
    await list.waitFor();
    expect(await findings(page, direction)).toEqual([]);
    await page.keyboard.type(brazil);
    await list.getByRole('option').first().and(page.locator('[data-active]')).getByText('+55').waitFor();
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'detached' });
    await countryButton(page).filter({ hasText: '+55' }).waitFor();

    // The focus is on the number; an international number selects its own country.
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('mobile');
    await paste(page, mobile);
    await countryButton(page).filter({ hasText: '+598' }).waitFor();
    expect(await phoneField(page).inputValue()).not.toContain('+');
    await page.keyboard.press('Enter');
    await codeField(page).waitFor();
    const first = await newestCode(stage.server.origin, mobile);

    await codeField(page).fill('012345');
    await helper(page).getByText(say('otp_validate_error')).waitFor();
    await codeField(page).fill(wrongCode(first));
    await helper(page).getByText(say('otp_wrong')).waitFor();
    expect(await findings(page, direction)).toEqual([]);

    const resend = page.getByRole('button', { name: say('resend_otp') });
    expect(await resend.count()).toBe(0);
    await page.clock.fastForward(31_000);
    await page
      .getByRole('status')
      .filter({ hasText: say('resend_ready') })
      .waitFor();
    await resend.click();
    const second = await newestCode(stage.server.origin, mobile, first);
    // The step restarts with an empty field; the page's clock is ahead, so it would allow another request.
    await expect.poll(() => codeField(page).inputValue()).toBe('');
    await codeField(page).focus();
    await paste(page, `Kerb: ${second} is your code. Do not share it.`);
    await page.waitForURL('/');
    expect(failures).toEqual([]);
    await close();
  });
});

describe('the first screen of each role', () => {
  const roles: { role: Usertype; mobile: string; lands: string }[] = [
    { role: 'rider', mobile: demoMobile('rider', 1), lands: '/' },
    { role: 'driver', mobile: demoMobile('driver', 1), lands: '/bookings' },
    { role: 'admin', mobile: secondAdmin, lands: '/dashboard' },
    { role: 'fleetadmin', mobile: demoMobile('fleetadmin', 1), lands: '/dashboard' },
  ];
  test.each(roles)('a $role starts at $lands, and signs out', async ({ mobile, lands }) => {
    const { page, close } = await windowAt(1280);
    await page.goto('/login');
    await askForCode(page, mobile);
    await codeField(page).fill(await newestCode(stage.server.origin, mobile));
    await page.waitForURL(lands);
    await page.goto('/bookings');
    await page.getByText(t('logout'), { exact: true }).click();
    await page.waitForURL('/login');
    await phoneField(page).waitFor();
    const { user } = await (await page.request.get('/api/v1/auth/session')).json();
    expect(user).toBeNull();
    await close();
  });

  test('a signed-in user is redirected there from the sign-in screen', async () => {
    const { token, leave } = await signIn(stage.server.origin, demoMobile('driver', 2));
    leave();
    const { page, close } = await stage.open({ width: 390, token });
    await page.goto('/login');
    await page.waitForURL('/bookings');
    await close();
  });
});

describe('failed sign-ins', () => {
  test('an account that waits for approval is not signed in, and an alert says why', async () => {
    const mobile = demoMobile('simRider', 8);
    const person = await signIn(stage.server.origin, mobile);
    await admin.client.refuseUser({
      params: { id: person.uid },
      body: { reason: 'The licence cannot be read' },
    });
    person.leave();

    const { page, close } = await windowAt(390);
    await page.goto('/login');
    const known = await newestCode(stage.server.origin, mobile);
    await askForCode(page, mobile);
    await codeField(page).fill(await newestCode(stage.server.origin, mobile, known));
    await alertOf(page).getByText(t('require_approval')).waitFor();
    expect(await findings(page, 'ltr')).toEqual([]);
    await alertOf(page)
      .getByRole('button', { name: t('close') })
      .click();
    await phoneField(page).waitFor();
    const { user } = await (await page.request.get('/api/v1/auth/session')).json();
    expect(user).toBeNull();
    await close();
  });

  test('a second code requested too soon is rejected with error code and message', async () => {
    const mobile = '+59894000902';
    await createClient({ baseUrl: stage.server.origin }).sendOtp({ body: { mobile } });
    const { page, close } = await windowAt(390);
    await page.goto('/login');
    await phoneField(page).fill(mobile);
    await page.locator('button[type="submit"]').click();
    await helper(page)
      .getByText(`${t('otp_too_many_sends')} (otp_too_many_sends)`)
      .waitFor();
    expect(await codeField(page).count()).toBe(0);
    await phoneField(page).fill('12');
    await expect.poll(() => helper(page).count()).toBe(0);
    await page.locator('button[type="submit"]').click();
    await helper(page).getByText(t('invalid_mobile')).waitFor();
    await close();
  });

  test('after too many wrong codes only a new code can be requested', async () => {
    const mobile = demoMobile('simRider', 3);
    const { page, close } = await windowAt(390);
    await page.goto('/login');
    await askForCode(page, mobile);
    const right = await newestCode(stage.server.origin, mobile);
    const verify = page.getByRole('button', { name: t('verify_otp') });
    for (let check = 1; check <= 5; check += 1) {
      const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
      await codeField(page).fill(String(Number(wrongCode(right)) + check));
      await answered;
    }
    await codeField(page).fill(right);
    await helper(page).getByText(t('otp_too_many_checks')).waitFor();
    await verify.waitFor({ state: 'detached' });
    await close();
  });

  test('cancel clears the number and invalidates the code; change retains the number', async () => {
    const mobile = demoMobile('simRider', 4);
    const { page, close } = await windowAt(390);
    await page.goto('/login');
    await askForCode(page, mobile);
    await page.getByRole('button', { name: t('change_number') }).click();
    expect((await phoneField(page).inputValue()).replaceAll(' ', '')).toBe(mobile.slice('+598'.length));

    await page.locator('button[type="submit"]').click();
    await codeField(page).waitFor();
    const forgotten = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.getByRole('button', { name: t('cancel') }).click();
    expect((await forgotten).status()).toBe(204);
    await phoneField(page).waitFor();
    expect(await phoneField(page).inputValue()).toBe('');
    await close();
  });

  test('a server that does not answer leaves the code step as it was', async () => {
    const mobile = demoMobile('simRider', 5);
    const { page, close } = await windowAt(390);
    await page.goto('/login');
    await askForCode(page, mobile);
    await page.route('**/api/v1/auth/session', (route) => route.abort());
    const code = await newestCode(stage.server.origin, mobile);
    await codeField(page).fill(code);
    await alertOf(page).getByText(t('network_error')).waitFor();
    await alertOf(page)
      .getByRole('button', { name: t('close') })
      .click();
    await page.unroute('**/api/v1/auth/session');
    await page.getByRole('button', { name: t('verify_otp') }).click();
    await page.waitForURL('/');
    await close();
  });

  test('an account without a profile gets an alert on any screen, and is signed out', async () => {
    const { token, leave } = await signIn(stage.server.origin, demoMobile('rider', 3));
    leave();
    const { page, close } = await stage.open({ width: 390, token });
    await page.route('**/api/v1/auth/session', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ status: 403, json: { status: 403, code: 'user_issue_contact_admin' } })
        : route.continue(),
    );
    const signedOut = page.waitForRequest((request) => request.method() === 'DELETE');
    await page.goto('/about-us');
    await alertOf(page).getByText(t('user_issue_contact_admin')).waitFor();
    await signedOut;
    await alertOf(page)
      .getByRole('button', { name: t('close') })
      .click();
    await alertOf(page).waitFor({ state: 'detached' });
    await close();
  });
});

test('a session ended on another device redirects to sign-in at once, and back afterwards', async () => {
  const mobile = demoMobile('rider', 4);
  const { token, client, leave } = await signIn(stage.server.origin, mobile);
  leave();
  const { page, close } = await stage.open({ width: 390, token });
  const socketIsReady = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await page.goto('/bookings');
  await socketIsReady;
  await client.endSessions();
  await page.waitForURL('/login');
  await phoneField(page).waitFor();
  await close();
});

test('when the operator fixes the country, its dial code is shown and numbers of other countries are invalid', async () => {
  const { page, close } = await windowAt(390);
  await page.route('**/api/v1/settings', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), AllowCountrySelection: false },
    });
  });
  await page.goto('/login');
  await startApp(page);
  await page.locator('form').getByText('+598', { exact: true }).waitFor();
  expect(await countryButton(page).count()).toBe(0);
  await phoneField(page).fill('+54 9 11 2345 6789');
  await page.keyboard.press('Enter');
  await helper(page).getByText(t('invalid_mobile')).waitFor();
  await askForCode(page, demoMobile('simRider', 9).replace('+598', '0'));
  await page.getByText(demoMobile('simRider', 9)).waitFor();
  await close();
});

test('an invisible captcha is solved before a code is sent', async () => {
  const { page, close } = await windowAt(390);
  await page.goto('/login');
  const sent: { captcha?: string }[] = [];
  await page.route('**/api/v1/auth/otp', (route) => {
    sent.push(route.request().postDataJSON());
    return sent.length === 1
      ? route.fulfill({ status: 428, json: { status: 428, code: 'captcha_required' } })
      : route.continue();
  });
  await askForCode(page, demoMobile('simRider', 6));
  expect(sent).toHaveLength(2);
  const { challenge, solution } = JSON.parse(Buffer.from(sent[1]?.captcha ?? '', 'base64').toString());
  const { algorithm, nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  expect(algorithm).toBe('PBKDF2/SHA-256');
  // The proof of work is valid: the derived key has the required prefix.
  const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.alloc(4)]);
  password.writeUInt32BE(solution.counter, password.length - 4);
  const key = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256').toString('hex');
  expect(key.startsWith(keyPrefix)).toBe(true);
  await close();
});

test('the code is read from the text message where the browser supports it', async () => {
  const mobile = demoMobile('simRider', 7);
  const { page, close } = await windowAt(390);
  // Source text, because it runs in the page. Replaces the WebOTP API, which needs a telephone.
  await page.addInitScript({
    content: `globalThis.OTPCredential = class {};
      navigator.credentials.get = ({ otp, signal }) => new Promise((resolve, reject) => {
        globalThis.asked = otp;
        globalThis.deliver = (code) => resolve({ code });
        signal.addEventListener('abort', () => reject(signal.reason));
      });`,
  });
  await page.goto('/login');
  await askForCode(page, mobile);
  expect(await page.evaluate('globalThis.asked')).toEqual({ transport: ['sms'] });
  await page.evaluate(`globalThis.deliver('${await newestCode(stage.server.origin, mobile)}')`);
  await page.waitForURL('/');
  await close();
});
