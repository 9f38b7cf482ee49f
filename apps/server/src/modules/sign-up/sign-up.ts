// Signs up a rider, or a driver with a licence; each mobile and e-mail can have one account only.
import type { OtpProof, RegData } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Tx, WithTx } from '../../kit/index.ts';
import { type CopiedLicense, rejectPastDay, type SignUpLicenses } from '../driver-documents/index.ts';
import type { FleetApi } from '../fleet/index.ts';
import { countryOf, type IdentityApi, parseMobile, type User } from '../identity/index.ts';

export interface SignUpDeps {
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  settings: { get(): Promise<Settings> };
  identity: Pick<
    IdentityApi,
    | 'createUser'
    | 'withProvedMobile'
    | 'openSession'
    | 'enforceSignInCheck'
    | 'rememberCaller'
    | 'findReferrer'
  >;
  fleet: Pick<FleetApi, 'carType' | 'saveDriver'>;
  documents: { readonly licenses: SignUpLicenses };
}

export interface SignUpCall {
  regData: RegData;
  /** The code sent to the mobile; the operator's programs may omit it. */
  proof?: OtpProof | undefined;
  isOperator: boolean;
  userAgent: string;
}

export interface SignedUp {
  uid: string;
  approved: boolean;
  /**
   * Token of the new session. Null while the account awaits approval, for the operator's programs, and when the sign-in
   * check rejects the session.
   */
  token: string | null;
}

/** Result of the transaction. */
interface SignUpResult {
  uid: string;
  approved: boolean;
  opened: { id: string; token: string; createTime: number } | null;
}

const missing = (path: string, message: string) => [{ path: `regData.${path}`, message }];

/**
 * Throws `invalid_mobile`, `country_not_served`, `mobile_unproved`, the errors of a rejected code, `referrer_unknown`,
 * `not_found` for an unknown car type, `license_required` for a licence that was not uploaded here, was used or
 * deleted, and `user_exists`. Nothing is changed then, and the code is still valid.
 */
export function createSignUp(deps: SignUpDeps) {
  const { withTx, clock, ids, settings, identity, fleet } = deps;
  const { licenses } = deps.documents;

  async function referralOf(code: string): Promise<string | null> {
    if (code === '') return null;
    const referrer = await identity.findReferrer(code);
    if (referrer === null) throw new DomainError('referrer_unknown');
    return referrer.referralId;
  }

  async function addDriver(tx: Tx, uid: string, regData: RegData, license: CopiedLicense, timezone: string) {
    const { vehicleMake, vehicleModel, vehicleNumber, other_info } = regData;
    const vehicle = { vehicleMake, vehicleModel, vehicleNumber, other_info };
    const driver = await fleet.saveDriver(tx, uid, { ...vehicle, carType: regData.carType ?? null });
    await licenses.attachLicense(tx, driver, license, timezone);
  }

  /** The account exists in any case; the operator's sign-in check decides whether its first session is valid. */
  async function signedUp({ uid, approved, opened }: SignUpResult): Promise<SignedUp> {
    const stands = opened !== null && (await identity.enforceSignInCheck({ uid, ...opened }));
    return { uid, approved, token: stands ? opened.token : null };
  }

  async function rejectIneligible(regData: RegData, mobile: string, current: Settings): Promise<void> {
    if (current.restrictCountry && countryOf(mobile) !== current.country)
      throw new DomainError('country_not_served');
    if (regData.usertype !== 'driver') return;
    if (!regData.carType)
      throw new DomainError('invalid_input', undefined, missing('carType', 'Choose a car type'));
    if (!(await fleet.carType(regData.carType)))
      throw new DomainError('not_found', 'There is no such car type', missing('carType', 'Does not exist'));
    const { timezone } = current;
    rejectPastDay('regData.licenseExpiresOn', regData.licenseExpiresOn, { now: clock.now(), timezone });
  }

  return async function signUp({ regData, proof, isOperator, userAgent }: SignUpCall): Promise<SignedUp> {
    const mobile = parseMobile(regData.mobile);
    if (proof === undefined && !isOperator) throw new DomainError('mobile_unproved');
    const current = await settings.get();
    await rejectIneligible(regData, mobile, current);
    const signupViaReferral = await referralOf(regData.signupViaReferral);
    const uid = ids.next();
    const isDriver = regData.usertype === 'driver';
    const license = isDriver ? await licenses.copyLicense(uid, regData) : null;

    const work = async (tx: Tx, sentAt: number | null): Promise<SignUpResult> => {
      const { usertype, firstName, lastName, email } = regData;
      const user: User = await identity.createUser(tx, {
        uid,
        usertype,
        firstName,
        lastName,
        email,
        mobile,
        signupViaReferral,
        review: isDriver && current.driver_approval ? 'waiting' : 'approved',
      });
      if (license) await addDriver(tx, uid, regData, license, current.timezone);
      const isWelcome = user.approved && sentAt !== null;
      const session = isWelcome ? await identity.openSession(tx, uid, userAgent) : null;
      return { uid, approved: user.approved, opened: session && { ...session, createTime: sentAt ?? 0 } };
    };
    if (proof === undefined) return signedUp(await withTx((tx) => work(tx, null)));
    const made = await identity.withProvedMobile(proof, (tx, proved) => {
      if (proved.mobile !== mobile) throw new DomainError('mobile_unproved');
      return work(tx, proved.sentAt);
    });
    return signedUp(made);
  };
}
