// Tests of profiles, ratings and saved addresses on a real database.
import { randomUUID } from 'node:crypto';
import { ZERO } from '@kerb/domain/kernel';
import { settings as settingsSchema } from '@kerb/domain/settings';
import { describe, expect, test, vi } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { shippedLanguagesApi } from '../../languages/testing/shipped-languages.ts';
import { createIdentityModule } from '../index.ts';
import { createWithProvedMobile } from '../sign-in/prove-mobile.ts';
import { code, createIdentityTestbed, SECOND } from '../testing/identity-testbed.ts';
import { savedAddressesRepository } from './saved-addresses.repository.ts';
import { createUpdateProfile, type VehiclePatch } from './update-profile.ts';

const { database, db, withTx, secret, ids, clock, newMobile, sms, addUser, challenge } =
  await createIdentityTestbed();

describe('the profile', () => {
  const vehicles: { uid: string; vehicle: VehiclePatch }[] = [];
  let bank_fields = true;
  const ridden = new Set<string>();
  /** Barrier at which concurrent transactions that enter a referral code wait for each other. */
  let meetAt = async (): Promise<void> => undefined;
  const updateProfile = createUpdateProfile({
    hasRidden: async (_, uid) => {
      await meetAt();
      return ridden.has(uid);
    },
    withTx,
    clock,
    settings: async () => ({ bank_fields }),
    isOffered: shippedLanguagesApi.isOffered,
    updateVehicle: async (_tx, uid, vehicle) => {
      vehicles.push({ uid, vehicle });
    },
    fleetadminOf: async () => null,
    withProvedMobile: createWithProvedMobile({ withTx, clock, secret }),
  });
  const actorOf = ({ uid, usertype }: Pick<Actor, 'uid' | 'usertype'>): Actor => ({
    uid,
    usertype,
    sessionId: 's',
  });

  test('names, e-mail and language are stored', async () => {
    const user = await addUser();
    const lang = { langLocale: 'es', dateLocale: 'es-UY' };
    const email = `ana.${user.uid}@example.com`;
    const changed = await updateProfile(actorOf(user), { firstName: 'Ana', lastName: 'Paz', email, lang });
    expect(changed).toMatchObject({ firstName: 'Ana', lastName: 'Paz', email, lang, mobile: user.mobile });
  });

  test('a language that is not offered, or an invalid locale, is rejected and changes nothing', async () => {
    const user = await addUser({ firstName: 'Ana' });
    for (const lang of [
      { langLocale: 'tlh', dateLocale: 'en' },
      { langLocale: '__proto__', dateLocale: 'en' },
      { langLocale: 'es', dateLocale: 'not a locale' },
    ])
      await expect(updateProfile(actorOf(user), { firstName: 'Eva', lang })).rejects.toEqual(
        code('invalid_input'),
      );
    const lang = { langLocale: 'ES-mx', dateLocale: 'es-MX' };
    expect(await updateProfile(actorOf(user), { lang })).toMatchObject({ firstName: 'Ana', lang });
  });

  test('a rider with a phone sign-in can enter a referral code once, in any case, before the first trip', async () => {
    const ana = await addUser({ firstName: 'Ana' });
    const other = await addUser();
    const take = (user: typeof ana, signupViaReferral: string) =>
      updateProfile(actorOf(user), { signupViaReferral });
    const rider = await addUser();
    await expect(take(rider, 'nobody0000')).rejects.toEqual(code('referrer_unknown'));
    await expect(take(rider, rider.referralId)).rejects.toEqual(code('referrer_unknown'));
    expect(await take(rider, ana.referralId.toUpperCase())).toMatchObject({
      signupViaReferral: ana.referralId,
    });
    expect(await take(rider, ana.referralId)).toMatchObject({ signupViaReferral: ana.referralId });
    await expect(take(rider, other.referralId)).rejects.toEqual(code('forbidden'));
    // Two users cannot both have invited the other.
    await expect(take(ana, rider.referralId)).rejects.toEqual(code('referrer_unknown'));
    ridden.add(other.uid);
    await expect(take(other, ana.referralId)).rejects.toEqual(code('forbidden'));
    const driver = await addUser({ usertype: 'driver' });
    await expect(take(driver, ana.referralId)).rejects.toEqual(code('forbidden'));
    await database.pool.query(`update users set approved = false, review = 'disabled' where uid = $1`, [
      ana.uid,
    ]);
    await expect(take(await addUser(), ana.referralId)).rejects.toEqual(code('referrer_unknown'));
  });

  test('only one of two riders who enter each other’s referral code concurrently succeeds', async () => {
    const ana = await addUser();
    const eva = await addUser();
    let arrived = 0;
    let letGo: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    meetAt = async () => {
      arrived += 1;
      if (arrived === 2) letGo();
      await both;
    };
    const named = await Promise.allSettled([
      updateProfile(actorOf(ana), { signupViaReferral: eva.referralId }),
      updateProfile(actorOf(eva), { signupViaReferral: ana.referralId }),
    ]);
    meetAt = async () => undefined;
    expect(named.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(named).toContainEqual({ status: 'rejected', reason: code('referrer_unknown') });
  });

  test('the mobile number of a sign-in cannot be changed; sending it unchanged is accepted', async () => {
    const user = await addUser();
    await expect(updateProfile(actorOf(user), { mobile: newMobile() })).rejects.toEqual(code('forbidden'));
    await expect(updateProfile(actorOf(user), { mobile: user.mobile })).resolves.toMatchObject({
      mobile: user.mobile,
    });
  });

  test('a user who signs in by e-mail can change the mobile number but not the e-mail', async () => {
    const user = await addUser({ loginType: 'email', email: `${randomUUID()}@example.com` });
    await expect(updateProfile(actorOf(user), { email: 'other@example.com' })).rejects.toEqual(
      code('forbidden'),
    );
    const { mobile, verificationId, otp } = await challenge();
    const proof = { verificationId, otp };
    await expect(updateProfile(actorOf(user), { mobile, proof })).resolves.toMatchObject({ mobile });
    await expect(updateProfile(actorOf(user), { mobile: '+598123' })).rejects.toEqual(code('invalid_mobile'));
  });

  test('a new number is accepted only with a code sent to it, and the code works once', async () => {
    const user = await addUser({ loginType: 'google', mobile: '', email: `${randomUUID()}@example.com` });
    const mine = await challenge();
    const other = await challenge();
    const proofOf = ({ verificationId, otp }: typeof mine) => ({ verificationId, otp });
    const change = (mobile: string, proof?: ReturnType<typeof proofOf>) =>
      updateProfile(actorOf(user), { mobile, proof });
    await expect(change(mine.mobile)).rejects.toEqual(code('mobile_unproved'));
    await expect(change(mine.mobile, proofOf(other))).rejects.toEqual(code('mobile_unproved'));
    await expect(change(mine.mobile, { ...proofOf(mine), otp: mine.wrong })).rejects.toEqual(
      code('otp_wrong'),
    );
    await expect(change(mine.mobile, { ...proofOf(mine), otp: 'abc' })).rejects.toEqual(
      code('otp_validate_error'),
    );
    // A request that is rejected for another reason does not use the code.
    await expect(change(other.mobile, proofOf(mine))).rejects.toEqual(code('mobile_unproved'));
    await expect(change(mine.mobile, proofOf(mine))).resolves.toMatchObject({ mobile: mine.mobile });
    await expect(change(mine.mobile)).resolves.toMatchObject({ mobile: mine.mobile });
    await expect(change(other.mobile, proofOf(mine))).rejects.toEqual(code('otp_expired'));
  });

  test('a new e-mail is unverified; the same address in another letter case is not new', async () => {
    const email = `${randomUUID()}@example.com`;
    const user = await addUser({ email, emailVerified: true });
    expect(await updateProfile(actorOf(user), { email: email.toUpperCase() })).toMatchObject({
      emailVerified: true,
    });
    expect(await updateProfile(actorOf(user), { email: `other-${email}` })).toMatchObject({
      emailVerified: false,
    });
  });

  test('an e-mail of another user is accepted unverified; a number of another user is rejected', async () => {
    const owner = await addUser({ email: `${randomUUID()}@example.com`, emailVerified: true });
    const user = await addUser({ loginType: 'apple' });
    expect(await updateProfile(actorOf(user), { email: owner.email })).toMatchObject({
      email: owner.email,
      emailVerified: false,
    });
    const { verificationId, otp } = await challenge(owner.mobile);
    const proof = { verificationId, otp };
    await expect(updateProfile(actorOf(user), { mobile: owner.mobile, proof })).rejects.toEqual(
      code('user_exists'),
    );
    await expect(addUser({ email: owner.email.toUpperCase() })).rejects.toEqual(code('user_exists'));
    await expect(addUser({ mobile: owner.mobile })).rejects.toEqual(code('user_exists'));
  });

  test('only a driver can set vehicle fields', async () => {
    const rider = await addUser();
    const driver = await addUser({ usertype: 'driver' });
    await expect(updateProfile(actorOf(rider), { vehicleModel: 'Onix' })).rejects.toEqual(code('forbidden'));
    await updateProfile(actorOf(driver), { vehicleModel: 'Onix' });
    expect(vehicles).toEqual([{ uid: driver.uid, vehicle: { vehicleModel: 'Onix' } }]);
  });

  test('bank fields are accepted only while the setting bank_fields is on', async () => {
    const user = await addUser();
    expect(await updateProfile(actorOf(user), { bankName: 'BROU' })).toMatchObject({ bankName: 'BROU' });
    bank_fields = false;
    await expect(updateProfile(actorOf(user), { bankName: 'Itaú' })).rejects.toEqual(code('forbidden'));
  });
});

describe('ratings and saved addresses', () => {
  const settings = settingsSchema.parse({});
  const { api } = createIdentityModule({
    db,
    withTx,
    clock,
    ids,
    sms,
    secret,
    settings: {
      get: async () => settings,
      publicSettings: async () => Promise.reject(new Error('not asked')),
      edit: async () => settings,
      addDefaultCancelReasons: async () => undefined,
      markSeed: async () => true,
    },
    languages: shippedLanguagesApi,
    signInCheck: async () => true,
    isUnthrottled: () => false,
    wallet: { balanceOf: async () => ZERO },
    drivers: { driverPartOf: async () => null, updateVehicle: async () => undefined },
  });

  test('the rating is the mean of all ratings, with one decimal', async () => {
    const { uid } = await addUser();
    expect((await api.presentMe(uid))?.ratings).toEqual({ userrating: '', count: 0 });
    for (const stars of [5, 5, 4]) await withTx((tx) => api.recordRating(tx, uid, stars));
    expect((await api.presentMe(uid))?.ratings).toEqual({ userrating: '4.7', count: 3 });
  });

  test('a drop near a saved address raises its count; a farther one is saved as a new address', async () => {
    const { uid } = await addUser();
    const remember = (lat: number, add: string, miles = false) => {
      clock.time += SECOND;
      return withTx((tx) => api.rememberAddress(tx, uid, { lat, lng: -56.16, add }, miles));
    };
    await remember(-34.9, 'Plaza Independencia');
    await remember(-34.9008, 'A few doors on');
    await remember(-34.905, 'Rambla');
    // 120 m away: more than 0.1 km, less than 0.1 mile.
    await remember(-34.90608, 'By miles the same', true);
    expect(await savedAddressesRepository(db).of(uid)).toMatchObject([
      { description: 'Rambla', count: 2 },
      { description: 'Plaza Independencia', count: 2 },
    ]);
  });

  test('two concurrent drops at one place are saved as one address with two visits', async () => {
    const { uid } = await addUser();
    const point = { lat: -34.9, lng: -56.16, add: 'Home' };
    let isDone = false;
    let second: Promise<void> = Promise.resolve();
    await withTx(async (tx) => {
      await api.rememberAddress(tx, uid, point, false);
      second = withTx((other) => api.rememberAddress(other, uid, point, false)).finally(() => {
        isDone = true;
      });
      await vi.waitUntil(async () => {
        const { rows } = await database.asOwner.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows.length > 0 || isDone;
      });
    });
    await second;
    expect(await savedAddressesRepository(db).of(uid)).toMatchObject([{ description: 'Home', count: 2 }]);
  });

  test('a user cannot delete another user’s address', async () => {
    const owner = await addUser();
    const other = await addUser();
    await withTx((tx) => api.rememberAddress(tx, owner.uid, { lat: 0, lng: 0, add: 'Home' }, false));
    const [address] = await savedAddressesRepository(db).of(owner.uid);
    expect(await savedAddressesRepository(db).remove(other.uid, address?.id ?? '')).toBe(false);
    expect(await savedAddressesRepository(db).remove(owner.uid, address?.id ?? '')).toBe(true);
  });
});
