// Journey of driver sign-up: a user signs up on a phone, an admin approves them, they go on duty; an expired document
// prevents it.
import { demoMobile } from '@kerb/domain/identity';
import { createClient } from '@kerb/sdk/client';
import type { Page, Request } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowAnotherCode } from './api/database-by-hand.ts';
import { signIn } from './api/people.ts';
import { until } from './api/until.ts';
import { findings, settled } from './browser/inspect.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { typeDay } from './browser/steps.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const mobile = '+59894260390';
const standing = { lat: -34.9045, lng: -56.1832 };
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

/** Returns a picture as large as one of a phone's camera: twelve megapixels, several MB. */
const photo = async (): Promise<Buffer> =>
  sharp({
    create: {
      width: 4032,
      height: 3024,
      channels: 3,
      noise: { type: 'gaussian', mean: 140, sigma: 40 },
      background: '#888',
    },
  })
    .jpeg({ quality: 85 })
    .toBuffer();

const messages = async (to: string) =>
  (await createClient({ baseUrl: stage.server.origin }).devInbox({ query: { mobile: to } })).items;

/** The newest code sent to a number that differs from `besides`. */
const newestCode = (to: string, besides = ''): Promise<string> =>
  until(
    'A code',
    async () => (await messages(to)).find(({ otp }) => otp !== null)?.otp ?? '',
    (otp) => otp !== '' && otp !== besides,
  );

const next = (page: Page): Promise<void> => page.getByRole('button', { name: 'Continue' }).click();
const seen = (page: Page, heading: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name: heading }).first().waitFor();

/** Expects no layout or accessibility fault. */
async function expectNoFindings(page: Page): Promise<void> {
  await settled(page);
  expect(await findings(page, 'ltr')).toEqual([]);
}

async function fillPersonStep(page: Page): Promise<void> {
  await next(page);
  await page.getByText('Enter a valid e-mail address.').waitFor();
  await page.locator('input[name="firstName"]:focus').waitFor();
  await page.getByLabel('First name').fill('Lucía');
  await page.getByLabel('Last name').fill('Pereira');
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('94 260 390');
  await page.getByLabel('E-mail').fill('lucia.pereira@example.com');
  await page.getByLabel('Referral code').fill('nobody9999');
  await page.getByText('This referral code does not exist.').waitFor();
  await next(page);
  await seen(page, 'About you');
  await page.getByLabel('Referral code').fill('');
  await expectNoFindings(page);
  await next(page);
}

async function fillVehicleStep(page: Page): Promise<void> {
  await seen(page, 'Your vehicle');
  await next(page);
  await page.getByText('Choose a car type.').waitFor();
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: /Economy/ }) })
    .click();
  await page.getByLabel('Make').fill('Suzuki');
  await page.getByLabel('Model').fill('Swift');
  await page.getByLabel('Plate').fill('SBC 1234');
  // Phones discard pages in the background; the typed input is restored.
  await page.reload();
  await seen(page, 'Your vehicle');
  expect(await page.getByLabel('Plate').inputValue()).toBe('SBC 1234');
  expect(await page.getByRole('radio', { name: /Economy/ }).isChecked()).toBe(true);
  await expectNoFindings(page);
  await next(page);
}

async function fillLicenseStep(page: Page): Promise<void> {
  await seen(page, 'Driving licence');
  const file = page.locator('input[type="file"][name="license"]');
  await next(page);
  await page.getByText('Add a picture of your driving licence.').waitFor();
  await file.setInputFiles({
    name: 'license.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('no picture'),
  });
  await page.getByText('This file is not a picture we can read.', { exact: false }).waitFor();
  const picture = await photo();
  expect(picture.length).toBeGreaterThan(4_000_000);
  const upload = page.waitForRequest(/license-image/);
  await file.setInputFiles({ name: 'IMG_0012.jpg', mimeType: 'image/jpeg', buffer: picture });
  // The page scales the picture down before the upload.
  expect((await upload).postDataBuffer()?.length ?? 0).toBeLessThan(picture.length / 2);
  await page.getByText('The picture has arrived.').waitFor();
  await typeDay(page, 'Licence valid until', day(-2));
  await next(page);
  await page.getByText('This licence has expired.', { exact: false }).waitFor();
  await typeDay(page, 'Licence valid until', day(400));
  await expectNoFindings(page);
  await next(page);
}

async function confirmAndSend(page: Page): Promise<string> {
  await seen(page, 'Check and send');
  await page.getByText('SBC 1234').waitFor();
  await page.getByRole('button', { name: 'Send me the code' }).click();
  const field = page.getByRole('textbox', { name: 'Code' });
  await field.waitFor();
  const code = await newestCode(mobile);
  await field.fill(code === '123456' ? '654321' : '123456');
  await page.getByText('The code is not right.', { exact: false }).waitFor();
  // A user who switches to the messages app may return to a reloaded page.
  await page.reload();
  await expectNoFindings(page);
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/user_signup')) sent.push(request);
  });
  await field.fill(code);
  await page
    .getByRole('button', { name: 'Sign up as a driver' })
    .click({ timeout: 1_000 })
    .catch(() => {
      // The sixth digit has sent the form already; the button is disabled or gone.
    });
  await seen(page, 'Thank you, Lucía');
  expect(sent).toHaveLength(1);
  await expectNoFindings(page);
  await page.reload();
  await seen(page, 'Thank you, Lucía');
  return code;
}

async function signInWithCode(page: Page, last: string): Promise<string> {
  await allowAnotherCode(stage.place, mobile);
  await page.goto('/login');
  const field = page.locator('input[name="otp"]');
  await page.locator('input[name="mobile"]').fill(mobile);
  await page.locator('button[type="submit"]').click();
  const code = await newestCode(mobile, last);
  await field.fill(code);
  return code;
}

async function approve(page: Page): Promise<void> {
  await page.goto('/drivers');
  await page.getByRole('link', { name: 'Waiting' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Lucía Pereira' });
  await row.getByRole('gridcell').nth(1).press('Enter');
  const details = page.getByRole('complementary', { name: /Lucía Pereira/ });
  await details.getByRole('link', { name: 'Open the full page' }).click();
  await details.waitFor({ state: 'detached' });
  await seen(page, 'Lucía Pereira');
  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByRole('button', { name: 'Open the picture: Driving licence' }).click();
  await page.getByRole('dialog', { name: 'Driving licence' }).waitFor();
  await until(
    'The enlarged licence',
    () => page.evaluate(`document.querySelector('[role="dialog"] img')?.naturalWidth`),
    (width) => width === 2000,
  );
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' });
}

/** An admin changes the expiry date of the licence. */
async function setLastDay(page: Page, lastDay: string): Promise<void> {
  await page.getByRole('button', { name: 'Change: Driving licence' }).click();
  const dialog = page.getByRole('dialog', { name: 'Driving licence' });
  await typeDay(dialog, 'Valid until', lastDay);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved: Driving licence').waitFor();
}

async function renewLicense(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByRole('button', { name: 'Upload a new one: Driving licence' }).click();
  const dialog = page.getByRole('dialog', { name: 'Driving licence' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Choose a picture first.').waitFor();
  const file = dialog.locator('input[type="file"][name="image"]');
  await file.setInputFiles({ name: 'new.jpg', mimeType: 'image/jpeg', buffer: await photo() });
  await dialog.getByText('The picture is chosen.').waitFor({ state: 'attached' });
  await typeDay(dialog, 'Valid until', day(800));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved: Driving licence').waitFor();
}

/** Opens the tasks while the cards below the duty switch load slowly: a tap would miss a switch that moves meanwhile. */
async function openTasks(page: Page): Promise<void> {
  const duty = page.getByRole('switch', { name: 'On duty' });
  let send = (): void => {};
  const isMeasured = new Promise<void>((resolve) => {
    send = resolve;
  });
  const cards = /\/api\/v1\/(me\/day|tasks\/standing)/;
  await page.route(cards, async (route) => {
    await isMeasured;
    await route.continue();
  });
  await page.goto('/driver');
  await duty.waitFor();
  await page.getByText('Usual place among nearby drivers').waitFor();
  const before = await duty.boundingBox();
  send();
  await page.getByText('0 trips').waitFor();
  await page.getByText('No requests near you in the last 24 hours').waitFor();
  expect(await duty.boundingBox()).toEqual(before);
  await page.unroute(cards);
}

test('a driver signs up, is approved, goes on duty, and cannot do so while a document has expired', async () => {
  const admin = await signIn(stage.server.origin, demoMobile('admin', 1));
  const [phone, desk] = await Promise.all([
    stage.open({ width: 390, place: standing }),
    stage.open({ width: 1280, token: admin.token }),
  ]);
  const { page } = phone;
  const duty = page.getByRole('switch', { name: 'On duty' });

  await page.goto('/driver-signup');
  await fillPersonStep(page);
  await fillVehicleStep(page);
  await fillLicenseStep(page);
  let code = await confirmAndSend(page);

  code = await signInWithCode(page, code);
  await page.getByText('This account is waiting for approval.', { exact: false }).waitFor();

  await approve(desk.page);
  await until(
    'The message that the account is approved',
    async () =>
      (await messages(mobile)).map(({ channel, title, body }) => `${channel}: ${title} ${body}`).join('\n'),
    (all) => /sms: .*approved/.test(all),
  );

  await signInWithCode(page, code);
  await page.waitForURL(/\/bookings/);
  await openTasks(page);
  await duty.click();
  await page.getByText('Waiting for tasks').waitFor();

  await setLastDay(desk.page, day(-2));
  await page.getByText('A document expired on', { exact: false }).waitFor();
  await duty.click();
  await seen(page, 'You are off duty');
  await duty.click();
  await page.getByText('A document has expired. Upload a new one to take tasks again.').waitFor();
  expect(await duty.isChecked()).toBe(false);
  await expectNoFindings(page);

  await renewLicense(page);
  await expectNoFindings(page);
  await page.goto('/driver');
  await duty.click();
  await page.getByText('Waiting for tasks').waitFor();
  expect([...phone.failures, ...desk.failures]).toEqual([]);
  admin.leave();
});

test('the server rejects a licence file that is not a picture', async () => {
  const client = createClient({ baseUrl: stage.server.origin });
  for (const bytes of ['plain text', ''])
    await expect(
      client.uploadSignupLicense({ file: new Blob([bytes], { type: 'image/jpeg' }) }),
    ).rejects.toMatchObject({ code: 'image_unreadable' });
});

test('a mobile number already in use leads back to its field, with a link to sign in', async () => {
  const client = createClient({ baseUrl: stage.server.origin });
  const [carType] = (await client.getCarTypes()).items;
  const license = await client.uploadSignupLicense({ file: new Blob([new Uint8Array(await photo())]) });
  const { page, close } = await stage.open({ width: 768 });
  const draft = {
    step: 'confirm',
    fields: {
      firstName: 'Otra',
      lastName: 'Persona',
      email: 'otra@example.com',
      mobile: demoMobile('driver', 3),
      carType: carType?.id,
      vehicleMake: 'Fiat',
      vehicleModel: 'Argo',
      vehicleNumber: 'SAB 1',
      licenseExpiresOn: day(30),
    },
    license: { url: license.licenseImage, expiresAt: license.expiresAt },
  };
  await page.addInitScript({
    content: `sessionStorage.setItem('kerb_driver_signup', ${JSON.stringify(JSON.stringify(draft))})`,
  });
  await page.goto('/driver-signup');
  await page.getByRole('button', { name: 'Send me the code' }).click();
  const field = page.getByRole('textbox', { name: 'Code' });
  await field.waitFor();
  await field.fill(await newestCode(demoMobile('driver', 3)));
  await seen(page, 'About you');
  await page
    .getByText('A user with this e-mail or mobile number exists already.', { exact: false })
    .waitFor();
  expect(await page.getByLabel('First name').inputValue()).toBe('Otra');
  await page.getByRole('link', { name: 'Sign in instead' }).click();
  await page.waitForURL(/\/login/);
  await close();
});
