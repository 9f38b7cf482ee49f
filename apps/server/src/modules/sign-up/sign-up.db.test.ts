// Tests of signing up through the hosted functions: required fields, rejections, repeated and concurrent calls, and
// stored files.
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { MS_PER_DAY } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { afterAll, describe, expect, test } from 'vitest';
import { testDataFolder } from '../../kit/testing/test-database.ts';
import { waitFor } from '../../kit/testing/wait-for.ts';
import { REMOVE_FILE_JOB } from '../driver-documents/document-files.ts';
import { REMOVE_OLD_LICENSES_JOB } from '../driver-documents/sign-up-licenses.ts';
import { aPicture, createFleetApp } from '../fleet/testing/people-over-http.ts';

/** Issue that the operator's sign-in check returns; empty to accept. */
let issue = '';
const signInCheck = createServer((incoming, response) => {
  incoming.resume();
  incoming.on('end', () => response.end(JSON.stringify(issue ? { issue } : {})));
});
await new Promise<void>((resolve) => signInCheck.listen(0, '127.0.0.1', resolve));
const checkedAt = signInCheck.address();
const checkPort = typeof checkedAt === 'object' && checkedAt !== null ? checkedAt.port : 0;

const environment = await createFleetApp({
  env: {
    HOSTED_BASIC_AUTH: 'operator:correct horse',
    SIGN_IN_CHECK_URL: `http://127.0.0.1:${checkPort}`,
  },
});
afterAll(async () => {
  await environment.close();
  signInCheck.close();
});
const { call, challenge, signIn, mobile, clock, query, runJob } = environment;
const operator = { authorization: `Basic ${Buffer.from('operator:correct horse').toString('base64')}` };

const [carType] = (await call('GET', '/cartypes')).json.items;
const picture = await aPicture();
let next = 0;
/** A valid mobile and e-mail that are unused. */
const someone = () => {
  next += 1;
  return { mobile: `+598947${String(10_000 + next)}`, email: `someone${next}@example.com` };
};
const license = async (): Promise<string> =>
  (await call('POST', '/signup/license-image', { file: { bytes: picture } })).json.licenseImage;
const person = (more: object = {}) => ({
  firstName: 'Lucía',
  lastName: 'Pérez',
  carType: carType.id,
  vehicleMake: 'Fiat',
  vehicleModel: 'Argo',
  vehicleNumber: 'SAB 1234',
  ...someone(),
  ...more,
});
const signUp = (regData: object, proof?: object, headers: Record<string, string> = {}) =>
  call('POST', '/user_signup', { body: { regData, ...(proof ? { proof } : {}) }, headers });
const codeOf = ({ status, json }: { status: number; json: { code?: string } }) => [status, json.code];
const { withTx, settings } = environment.app.modules;
async function changeSettings(patch: Partial<Settings>): Promise<void> {
  await withTx((tx) => settings.api.edit(tx, patch));
  await waitFor(async () =>
    Object.entries(await settings.api.get()).every(
      ([name, value]) =>
        !(name in patch) || Object.entries(patch).some(([key, wanted]) => key === name && wanted === value),
    ),
  );
}
const userOf = async (uid: string) =>
  (
    await query.query(
      'select u.*, d.car_type, d.vehicle_number from users u left join drivers d using (uid) where uid = $1',
      [uid],
    )
  ).rows[0];
const verifyEmail = (uid: string) =>
  query.query('update users set email_verified = true where uid = $1', [uid]);
const count = async (from: string, value: string): Promise<number> =>
  Number((await query.query(`select count(*) as n from ${from}`, [value])).rows[0].n);
const keyOfLicense = async (url: string): Promise<string> =>
  `signups/${/documents\/([0-9a-f-]+)\/content/.exec(url)?.[1]}.webp`;
const fileExists = (key: string): boolean => existsSync(join(testDataFolder(), 'files', key));

describe('a driver', () => {
  test('waits for approval with vehicle, licence and a referral id, without a session', async () => {
    const licenseImage = await license();
    expect((await call('GET', licenseImage)).headers['content-type']).toBe('image/webp');
    const regData = person({ licenseImage, licenseExpiresOn: '2090-05-01', createdAt: 5 });
    const proof = await challenge(regData.mobile);
    const answer = await signUp(regData, proof);
    expect([answer.status, answer.json]).toEqual([
      201,
      { uid: expect.any(String), approved: false, token: null },
    ]);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const user = await userOf(answer.json.uid);
    expect(user).toMatchObject({
      usertype: 'driver',
      review: 'waiting',
      approved: false,
      first_name: 'Lucía',
      email: regData.email,
      mobile: regData.mobile,
      referral_id: expect.stringMatching(/^lucia\d{4}/),
      car_type: carType.id,
      vehicle_number: 'SAB 1234',
      created_by_admin: false,
    });
    expect(user.created_at).toBeGreaterThan(5);
    const { rows } = await query.query(
      `select storage_key, expires_on::text, documents_valid_until from driver_documents join drivers using (uid) where uid = $1`,
      [user.uid],
    );
    expect(rows).toEqual([
      {
        storage_key: expect.stringMatching(new RegExp(`^users/${user.uid}/driverDocuments/`)),
        expires_on: '2090-05-01',
        documents_valid_until: Date.parse('2090-05-02T03:00:00Z'),
      },
    ]);
    expect(fileExists(rows[0].storage_key)).toBe(true);
    const temporary = await keyOfLicense(licenseImage);
    await waitFor(() => !fileExists(temporary), 'the picture handed in to go');
    expect((await call('GET', licenseImage)).status).toBe(404);
    // Every admin is notified once.
    const notifiedAdmins = async () =>
      (
        await query.query(
          `select uid from notices where kind = 'driver_waiting' and body like 'Lucía Pérez %'`,
        )
      ).rows;
    const admin = await query.query(`select uid from users where usertype = 'admin'`);
    await waitFor(async () => (await notifiedAdmins()).length > 0, 'the notice to the admins');
    expect(await notifiedAdmins()).toEqual(admin.rows);
    clock.advance(60_000);
    expect((await call('POST', '/auth/session', { body: await challenge(regData.mobile) })).json.code).toBe(
      'require_approval',
    );
  });

  test('is signed in at once where no approval is required', async () => {
    await changeSettings({ driver_approval: false });
    const regData = person({ licenseImage: await license() });
    const answer = await signUp(regData, await challenge(regData.mobile));
    await changeSettings({ driver_approval: true });
    expect(answer.json).toMatchObject({ approved: true, token: expect.any(String) });
    const [session] = [answer.headers['set-cookie']].flat();
    expect(session).toMatch(/^kerb_session=[\w-]{43}; .*HttpOnly; SameSite=Lax$/);
    const me = await call('GET', '/me', { token: answer.json.token });
    expect(me.json).toMatchObject({
      id: answer.json.uid,
      usertype: 'driver',
      driver: { vehicleNumber: 'SAB 1234' },
    });
  });

  test('is signed up without a session when the operator’s sign-in check reports an issue', async () => {
    await changeSettings({ driver_approval: false });
    const regData = person({ licenseImage: await license() });
    const proof = await challenge(regData.mobile);
    issue = 'licence ended';
    const answer = await signUp(regData, proof);
    issue = '';
    await changeSettings({ driver_approval: true });
    expect([answer.status, answer.json]).toEqual([
      201,
      { uid: expect.any(String), approved: true, token: null },
    ]);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await count('sessions where uid = $1', answer.json.uid)).toBe(0);
  });

  test('needs a licence picture that was uploaded here recently and not used before', async () => {
    const refused = async (licenseImage: string | undefined): Promise<unknown> => {
      const regData = person(licenseImage === undefined ? {} : { licenseImage });
      return (await signUp(regData, undefined, operator)).json.code;
    };
    const url = await license();
    const other = await license();
    const [id, otherId] = [url, other].map((one) => /documents\/([^/]+)/.exec(one)?.[1] ?? '');
    expect(await refused(undefined)).toBe('license_required');
    expect(await refused('')).toBe('license_required');
    expect(await refused('https://example.com/license.jpg')).toBe('license_required');
    expect(await refused('http://[')).toBe('license_required');
    expect(await refused(url.replace(id ?? '', otherId ?? ''))).toBe('license_required');
    expect(await refused(url.replace(/signature=./, 'signature=_'))).toBe('license_required');
    // The specification sends whole addresses.
    expect(
      (await signUp(person({ licenseImage: `https://kerb.test${url}` }), undefined, operator)).status,
    ).toBe(201);
    expect(await refused(url)).toBe('license_required');
    clock.advance(MS_PER_DAY + 1000);
    expect(await refused(other)).toBe('license_required');
  });

  test('cannot use a link to a stored document as a licence', async () => {
    const driver = await signIn(mobile('simDriver', 1));
    const put = await call('PUT', '/me/documents/licenseImage', {
      token: driver.token,
      file: { bytes: picture },
    });
    const answer = await signUp(person({ licenseImage: put.json.items[0].url }), undefined, operator);
    expect(codeOf(answer)).toEqual([422, 'license_required']);
  });

  test('requires an existing car type and a licence that has not expired', async () => {
    const licenseImage = await license();
    const refused = async (more: object) =>
      codeOf(await signUp(person({ licenseImage, ...more }), undefined, operator));
    expect(await refused({ carType: null })).toEqual([400, 'invalid_input']);
    expect(await refused({ carType: '0192e9a0-0000-7000-8000-000000000000' })).toEqual([404, 'not_found']);
    expect(await refused({ licenseExpiresOn: '2020-01-01' })).toEqual([400, 'invalid_input']);
    expect(await refused({ usertype: 'admin' })).toEqual([400, 'invalid_input']);
    expect(await refused({ firstName: ' ' })).toEqual([400, 'invalid_input']);
    expect(await refused({ email: 'not-an-address' })).toEqual([422, 'proper_email']);
    expect(await refused({ mobile: '12' })).toEqual([422, 'invalid_mobile']);
    // The failed attempts have not used the picture.
    expect((await signUp(person({ licenseImage }), undefined, operator)).status).toBe(201);
  });
});

describe('the verification of the mobile number', () => {
  test('is required for everyone but the operator', async () => {
    const regData = person({ usertype: 'rider' });
    expect(codeOf(await signUp(regData))).toEqual([422, 'mobile_unproved']);
    const wrong = { authorization: `Basic ${Buffer.from('operator:wrong horse!').toString('base64')}` };
    expect(codeOf(await signUp(regData, undefined, wrong))).toEqual([422, 'mobile_unproved']);
    const made = await signUp(regData, undefined, operator);
    expect(made.json).toMatchObject({ approved: true, token: null });
    expect(made.headers['set-cookie']).toBeUndefined();
  });

  test('must be correct and for this number, and remains valid after another field was rejected', async () => {
    const regData = person({ usertype: 'rider' });
    const other = someone();
    const elsewhere = await challenge(other.mobile);
    expect(codeOf(await signUp(regData, elsewhere))).toEqual([422, 'mobile_unproved']);
    const proof = await challenge(regData.mobile);
    expect(codeOf(await signUp(regData, { ...proof, otp: '12' }))).toEqual([422, 'otp_validate_error']);
    const wrong = proof.otp === '111111' ? '222222' : '111111';
    expect(codeOf(await signUp(regData, { ...proof, otp: wrong }))).toEqual([422, 'otp_wrong']);
    const taken = await signUp(person({ usertype: 'rider', mobile: other.mobile }), undefined, operator);
    const { email } = await userOf(taken.json.uid);
    await verifyEmail(taken.json.uid);
    expect(codeOf(await signUp({ ...regData, email: email.toUpperCase() }, proof))).toEqual([
      409,
      'user_exists',
    ]);
    const made = await signUp(regData, proof);
    expect([made.status, made.json.approved]).toEqual([201, true]);
    expect(made.json.token).toEqual(expect.any(String));
    expect(codeOf(await signUp(person({ usertype: 'rider', mobile: regData.mobile }), proof))).toEqual([
      410,
      'otp_expired',
    ]);
  });

  test('rejects numbers of other countries where the operator restricts them', async () => {
    await changeSettings({ restrictCountry: true, country: 'UY' });
    const foreign = await signUp(person({ usertype: 'rider', mobile: '+34612345678' }), undefined, operator);
    const own = await signUp(person({ usertype: 'rider' }), undefined, operator);
    await changeSettings({ restrictCountry: false });
    expect([codeOf(foreign), own.status]).toEqual([[422, 'country_not_served'], 201]);
  });
});

describe('exactly one account is created', () => {
  test('for each mobile, also with concurrent requests', async () => {
    const same = someone();
    const pictures = await Promise.all([1, 2, 3].map(license));
    const answers = await Promise.all(
      pictures.map((licenseImage) =>
        signUp(person({ licenseImage, mobile: same.mobile }), undefined, operator),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    for (const { json } of answers.filter(({ status }) => status === 409))
      expect(json).toMatchObject({ code: 'user_exists', errors: [{ path: 'mobile' }] });
    expect(await count('users where mobile = $1', same.mobile)).toBe(1);
  });

  test('for each verified e-mail, in any letter case; another account’s unverified one stays free', async () => {
    const { email } = someone();
    const other = await signUp(person({ usertype: 'rider' }), undefined, operator);
    const { mobile: ofOther } = await userOf(other.json.uid);
    const patched = await call('PATCH', '/me', { body: { email }, token: (await signIn(ofOther)).token });
    expect([patched.status, patched.json.email]).toEqual([200, email]);
    const made = await signUp(person({ email, licenseImage: await license() }), undefined, operator);
    expect(made.status).toBe(201);
    await verifyEmail(made.json.uid);
    const again = await signUp(
      person({ email: email.toUpperCase(), usertype: 'rider' }),
      undefined,
      operator,
    );
    expect(codeOf(again)).toEqual([409, 'user_exists']);
    expect(again.json.errors).toEqual([expect.objectContaining({ path: 'email' })]);
  });

  test('for a licence picture used twice concurrently', async () => {
    const licenseImage = await license();
    const answers = await Promise.all(
      [1, 2, 3].map(() => signUp(person({ licenseImage }), undefined, operator)),
    );
    expect(answers.map(({ status, json }) => json.code ?? status).sort()).toEqual([
      201,
      'license_required',
      'license_required',
    ]);
  });

  test('for one idempotency key, with the same answer', async () => {
    const regData = person({ licenseImage: await license() });
    const proof = await challenge(regData.mobile);
    const key = { 'idempotency-key': `sign-up-${next}` };
    const first = await signUp(regData, proof, key);
    const again = await signUp(regData, proof, key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json).toEqual(first.json);
    expect(await count('users where mobile = $1', regData.mobile)).toBe(1);
  });
});

test('a rejection or crash after the licence was copied loses no picture and leaves no copy behind', async () => {
  const taken = person({ usertype: 'rider' });
  await verifyEmail((await signUp(taken, undefined, operator)).json.uid);
  const licenseImage = await license();
  const regData = person({ licenseImage, email: taken.email });
  expect(codeOf(await signUp(regData, undefined, operator))).toEqual([409, 'user_exists']);
  // Simulates a crash before the commit: the copied file, and the clean-up job that was added before it.
  const { rows } = await query.query(
    `select payload ->> 'key' as key from graphile_worker._private_jobs
     where run_at > now() and payload ->> 'key' like 'users/%' order by id desc limit 1`,
  );
  const copy = String(rows[0].key);
  expect(fileExists(copy)).toBe(true);
  await runJob(REMOVE_FILE_JOB, { key: copy });
  expect(fileExists(copy)).toBe(false);
  expect((await call('GET', licenseImage)).status).toBe(200);
  const made = await signUp({ ...regData, email: someone().email }, undefined, operator);
  expect(made.status).toBe(201);
  const stored = await query.query('select storage_key from driver_documents where uid = $1', [
    made.json.uid,
  ]);
  await runJob(REMOVE_FILE_JOB, { key: stored.rows[0].storage_key });
  expect(fileExists(stored.rows[0].storage_key)).toBe(true);
});

describe('a referral code', () => {
  test('belongs to an approved person, in any letter case, and is stored as issued', async () => {
    const inviter = await signUp(person({ usertype: 'rider' }), undefined, operator);
    const { referral_id } = await userOf(inviter.json.uid);
    const lookUp = async (referralId: string) =>
      (await call('POST', '/validate_referrer', { body: { referralId } })).json;
    expect(await lookUp(referral_id.toUpperCase())).toEqual({ uid: inviter.json.uid });
    expect(await lookUp('nobody1234')).toEqual({ uid: null });
    expect(await lookUp('')).toEqual({ uid: null });
    expect((await call('POST', '/validate_referrer', { body: {} })).status).toBe(400);
    const made = await signUp(
      person({ usertype: 'rider', signupViaReferral: ` ${referral_id.toUpperCase()} ` }),
      undefined,
      operator,
    );
    expect((await userOf(made.json.uid)).signup_via_referral).toBe(referral_id);
    expect(
      codeOf(
        await signUp(person({ usertype: 'rider', signupViaReferral: 'nobody1234' }), undefined, operator),
      ),
    ).toEqual([422, 'referrer_unknown']);
    await query.query(`update users set approved = false, review = 'disabled' where uid = $1`, [
      inviter.json.uid,
    ]);
    expect(await lookUp(referral_id)).toEqual({ uid: null });
  });
});

test('pictures without a sign-up are deleted after a day, newer ones are not', async () => {
  const old = await keyOfLicense(await license());
  clock.advance(MS_PER_DAY - 60_000);
  const fresh = await keyOfLicense(await license());
  await runJob(REMOVE_OLD_LICENSES_JOB);
  expect([fileExists(old), fileExists(fresh)]).toEqual([true, true]);
  clock.advance(2 * 60_000);
  await runJob(REMOVE_OLD_LICENSES_JOB);
  await waitFor(() => !fileExists(old), 'the old picture to go');
  expect(fileExists(fresh)).toBe(true);
  expect(codeOf(await call('POST', '/signup/license-image', { file: { bytes: Buffer.from('no') } }))).toEqual(
    [422, 'image_unreadable'],
  );
});
