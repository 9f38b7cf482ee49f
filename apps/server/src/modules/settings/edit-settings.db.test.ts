// Tests of PATCH /settings: validation of the whole, the demonstration's switch, and a fixed currency once amounts are
// stored.
import { type PublicSettings, routes } from '@kerb/contract';
import { minor } from '@kerb/domain/kernel';
import { expect, test, vi } from 'vitest';
import { createUsersEnvironment, type Someone } from '../users/testing/users-environment.ts';

// The route responds only when a city is in use.
const environment = await createUsersEnvironment({}, { city: true });
const admin = await environment.someone('admin');
const { wallet } = environment.app.modules;

const edit = (body: object, who: Someone | null = admin) =>
  environment.call<PublicSettings & { errors?: { path: string }[] }>(who, routes.editSettings, { body });
const stored = async () => (await environment.pool.query('select value from settings')).rows[0]?.value;
const credit = (uid: string) =>
  environment.withTx((tx) =>
    wallet.api.creditByAdmin(tx, crypto.randomUUID(), {
      account: { kind: 'rider', owner: uid },
      amount: minor(100),
    }),
  );

test('the given fields are changed at once, and the others remain unchanged', async () => {
  const { body } = await edit({ appName: 'Taxi Uno', driverRadius: 3.5 });
  expect(body).toMatchObject({ appName: 'Taxi Uno', driverRadius: 3.5, code: 'UYU', decimal: 2 });
  expect((await edit({ RiderWithDraw: true })).body).toMatchObject({
    appName: 'Taxi Uno',
    RiderWithDraw: true,
  });
  expect((await environment.call<PublicSettings>(null, routes.getSettings)).body).toMatchObject({
    appName: 'Taxi Uno',
    RiderWithDraw: true,
  });
});

test.each([
  [{ decimal: -1 }, 'decimal'],
  [{ decimal: 2.5 }, 'decimal'],
  [{ decimal: 9 }, 'decimal'],
  [{ decimal: '2' }, 'decimal'],
  [{ decimal: null }, 'decimal'],
  [{ code: 'pesos' }, 'code'],
  [{ bonus: -1 }, 'bonus'],
  [{ driverRadius: 'far' }, 'driverRadius'],
  [{ walletMoneyField: [100, 0] }, 'walletMoneyField.1'],
  [{ timezone: 'Mars/Olympus' }, 'timezone'],
  [{ timezone: 5 }, 'timezone'],
  [{ appcat: 'boats' }, 'appcat'],
  [{ country: 'ZZ' }, 'country'],
  [{ appName: '' }, 'appName'],
  [{ CompanyWebsite: 'javascript:alert(1)' }, 'CompanyWebsite'],
  [{ CompanyTerms: 'kerb.example/terms' }, 'CompanyTerms'],
  [{ AppleStoreLink: '//apps.example' }, 'AppleStoreLink'],
  [{ PlayStoreLink: 'x'.repeat(3000) }, 'PlayStoreLink'],
  [{ FacebookHandle: 'two words' }, 'FacebookHandle'],
  [{ TwitterHandle: '<script>' }, 'TwitterHandle'],
  [{ InstagramHandle: 'a/b' }, 'InstagramHandle'],
])('%j is refused with the field, and changes nothing', async (patch, path) => {
  const before = await stored();
  const { code, body } = await edit({ CompanyName: 'Half of it', ...patch });
  expect([code, body.errors?.[0]?.path]).toEqual(['invalid_input', path]);
  expect(await stored()).toEqual(before);
});

test('company fields are stored as displayed, and an earlier invalid one does not prevent other edits', async () => {
  const company = {
    CompanyName: 'Uno SA',
    CompanyWebsite: 'https://uno.example',
    CompanyTerms: 'https://uno.example/terms',
    contact_email: 'help@uno.example',
    FacebookHandle: 'uno',
    TwitterHandle: 'uno',
    InstagramHandle: 'uno.uy',
    AppleStoreLink: 'https://apps.apple.com/app/id1',
    PlayStoreLink: 'https://play.google.com/store?id=uno',
  };
  expect((await edit({ ...company, TwitterHandle: '@uno' })).body).toMatchObject(company);
  await environment.pool.query(`update settings set value = value || '{"CompanyWebsite": "nonsense"}'`);
  const { status, body } = await edit({ appName: 'Taxi Uno' });
  expect([status, body.CompanyWebsite]).toEqual([200, 'nonsense']);
  expect((await edit({ CompanyWebsite: '' })).body.CompanyWebsite).toBe('');
});

test('a contact that is not an e-mail address has its own error', async () => {
  const { code, body } = await edit({ contact_email: 'invalid' });
  expect([code, body.errors?.[0]?.path]).toEqual(['proper_email', 'contact_email']);
});

test('an unknown field, a list and an empty bonus are rejected', async () => {
  expect((await edit({ surprise: true })).code).toBe('invalid_input');
  expect((await edit([1])).code).toBe('invalid_input');
  for (const bonus of ['', null]) expect((await edit({ bonus })).code).toBe('proper_bonus');
});

test('in demonstration mode only the switch itself can be changed, alone', async () => {
  await edit({ AllowCriticalEditsAdmin: false });
  for (const patch of [
    { appName: 'Mine' },
    { AllowCriticalEditsAdmin: true, appName: 'Mine' },
    { AllowCriticalEditsAdmin: false },
  ])
    expect((await edit(patch)).code).toBe('demo_mode');
  expect((await edit({ AllowCriticalEditsAdmin: true })).body).toMatchObject({
    AllowCriticalEditsAdmin: true,
  });
  expect((await edit({ appName: 'Mine' })).body.appName).toBe('Mine');
});

test('of two admins who edit from the same version the second gets a conflict, and no change is lost', async () => {
  const before = (await environment.call<PublicSettings>(null, routes.getSettings)).body.version;
  const from = (version: number, body: object) =>
    environment.call<PublicSettings>(admin, routes.editSettings, { body, query: `?version=${version}` });
  const [one, other] = await Promise.all([
    from(before, { CompanyName: 'One' }),
    from(before, { contact_email: 'other@kerb.example' }),
  ]);
  expect([one.status, other.status].toSorted()).toEqual([200, 409]);
  expect([one.code, other.code]).toContain('conflict');
  const now = (await environment.call<PublicSettings>(null, routes.getSettings)).body;
  expect(now.version).toBe(before + 1);
  expect((await from(now.version, { contact_email: 'other@kerb.example' })).body).toMatchObject({
    contact_email: 'other@kerb.example',
    version: before + 2,
  });
});

test('only admins can edit settings', async () => {
  for (const role of ['rider', 'driver', 'fleetadmin'] as const)
    expect((await edit({ appName: 'x' }, await environment.someone(role))).code).toBe('forbidden');
  expect((await edit({ appName: 'x' }, null)).code).toBe('not_logged_in');
});

test('currency and decimals can change until the first posting, and wait for one in progress', async () => {
  expect((await edit({ code: 'EUR', decimal: 3 })).body).toMatchObject({ code: 'EUR', decimal: 3 });
  const rider = await environment.someone('rider');
  let change: ReturnType<typeof edit> | undefined;
  let isAnswered = false;
  await environment.withTx(async (tx) => {
    await wallet.api.creditByAdmin(tx, crypto.randomUUID(), {
      account: { kind: 'rider', owner: rider.uid },
      amount: minor(100),
    });
    change = edit({ decimal: 0 }).finally(() => {
      isAnswered = true;
    });
    await vi.waitUntil(async () => {
      const { rows } = await environment.pool.query(
        "select 1 from pg_locks where locktype = 'advisory' and not granted",
      );
      return rows.length > 0 || isAnswered;
    });
    expect(isAnswered).toBe(false);
  });
  const refused = await change;
  expect(refused?.code).toBe('money_exists');
  expect(refused?.body).toMatchObject({
    errors: [{ path: 'decimal' }],
    detail: expect.stringContaining('EUR'),
  });
});

test('after it they are fixed, and other settings can still be saved', async () => {
  await credit((await environment.someone('rider')).uid);
  for (const patch of [{ code: 'USD' }, { decimal: 2 }, { code: 'USD', decimal: 0, appName: 'Lost' }])
    expect((await edit(patch)).code).toBe('money_exists');
  const { body } = await edit({ code: 'EUR', decimal: 3, symbol: '€', swipe_symbol: true });
  expect(body).toMatchObject({ code: 'EUR', decimal: 3, symbol: '€', appName: 'Mine' });
});

test('a booking alone also fixes the currency', async () => {
  const other = await createUsersEnvironment();
  const boss = await other.someone('admin');
  const rider = await other.someone('rider');
  await other.addBooking({ customer: rider.uid, status: 'NEW' });
  const { code } = await other.call(boss, routes.editSettings, { body: { decimal: 0 } });
  expect(code).toBe('money_exists');
});

test('the rent of a shared vehicle alone also fixes the currency', async () => {
  const other = await createUsersEnvironment();
  const boss = await other.someone('admin');
  const driver = await other.someone('driver');
  await other.addVehicle(driver, { plan: 'rent', rentPerDay: 900 }, boss);
  const { code } = await other.call(boss, routes.editSettings, { body: { decimal: 0 } });
  expect(code).toBe('money_exists');
});
