// Somebody signs up as a driver, with the licence, or as a rider: one account for each mobile and e-mail.
import type { OtpProof, RegData } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Tx } from '../../../kit/index.ts';
import { countryOf, type IdentityApi, parseMobile, type User } from '../../identity/index.ts';
import { createPutFile, documentKey, removeFileLater } from '../documents/document-files.ts';
import { afterChange, type DocumentsDeps } from '../documents/documents.deps.ts';
import { type DocumentRecord, documentsRepository } from '../documents/documents.repository.ts';
import { refusePast } from '../documents/set-document.ts';
import type { DriverRecord } from '../drivers.repository.ts';
import type { DriverPatch } from '../save-driver.ts';

export interface SignUpDeps extends Omit<DocumentsDeps, 'identity'> {
  identity: Pick<
    IdentityApi,
    'createUser' | 'withProvedMobile' | 'openSession' | 'letStand' | 'findReferrer'
  >;
  carType: (id: string) => Promise<object | null>;
  saveDriver: (tx: Tx, uid: string, patch: DriverPatch) => Promise<DriverRecord>;
}

export interface SignUpCall {
  regData: RegData;
  /** The code sent to the mobile; the operator may leave it out. */
  proof?: OtpProof | undefined;
  isOperator: boolean;
  userAgent: string;
}

export interface SignedUp {
  uid: string;
  approved: boolean;
  /** Of the session opened; null while the account waits, for the operator, and when the sign-in check has an issue. */
  token: string | null;
}

/** What the transaction made. */
interface Made {
  uid: string;
  approved: boolean;
  opened: { id: string; token: string; createTime: number } | null;
}

/** The licence, copied to where the driver's documents are, before there is a driver. */
interface CopiedLicense {
  /** Of the picture handed in. */
  id: string;
  document: DocumentRecord;
  contentType: string;
}

const missing = (path: string, message: string) => [{ path: `regData.${path}`, message }];

/**
 * Throws `invalid_mobile`, `country_not_served`, `mobile_unproved`, what a refused code throws, `referrer_unknown`,
 * `not_found` for a car type that does not exist, `license_required` for a licence that was not handed in here,
 * has been used or thrown away, and `user_exists`. Nothing is changed then, and the code is still good.
 */
export function createSignUp(deps: SignUpDeps) {
  const { withTx, clock, ids, settings, identity, carType, saveDriver } = deps;
  const copyLicense = createCopyLicense(deps);

  async function referralOf(code: string): Promise<string | null> {
    if (code === '') return null;
    const referrer = await identity.findReferrer(code);
    if (referrer === null) throw new DomainError('referrer_unknown');
    return referrer.referralId;
  }

  async function addDriver(tx: Tx, uid: string, regData: RegData, license: CopiedLicense, timezone: string) {
    const documents = documentsRepository(tx);
    const taken = await documents.takeLicense(license.id);
    if (taken === null) throw new DomainError('license_required');
    const { vehicleMake, vehicleModel, vehicleNumber, other_info } = regData;
    const vehicle = { vehicleMake, vehicleModel, vehicleNumber, other_info };
    const driver = await saveDriver(tx, uid, { ...vehicle, carType: regData.carType ?? null });
    await documents.insert(license.document, license.contentType);
    await removeFileLater(tx, taken.storageKey);
    await afterChange(tx, driver, timezone);
  }

  /** The account is there in any case; whether its first session stands is the operator's word, as at every sign-in. */
  async function signedUp({ uid, approved, opened }: Made): Promise<SignedUp> {
    const stands = opened !== null && (await identity.letStand({ uid, ...opened }));
    return { uid, approved, token: stands ? opened.token : null };
  }

  async function refuseUnfit(regData: RegData, mobile: string, current: Settings): Promise<void> {
    if (current.restrictCountry && countryOf(mobile) !== current.country)
      throw new DomainError('country_not_served');
    if (regData.usertype !== 'driver') return;
    if (!regData.carType)
      throw new DomainError('invalid_input', undefined, missing('carType', 'Choose a car type'));
    if (!(await carType(regData.carType)))
      throw new DomainError('not_found', 'There is no such car type', missing('carType', 'Does not exist'));
    const { timezone } = current;
    refusePast('regData.licenseExpiresOn', regData.licenseExpiresOn, { now: clock.now(), timezone });
  }

  return async ({ regData, proof, isOperator, userAgent }: SignUpCall): Promise<SignedUp> => {
    const mobile = parseMobile(regData.mobile);
    if (proof === undefined && !isOperator) throw new DomainError('mobile_unproved');
    const current = await settings.get();
    await refuseUnfit(regData, mobile, current);
    const signupViaReferral = await referralOf(regData.signupViaReferral);
    const uid = ids.next();
    const isDriver = regData.usertype === 'driver';
    const license = isDriver ? await copyLicense(uid, regData) : null;

    const work = async (tx: Tx, sentAt: number | null): Promise<Made> => {
      const { usertype, firstName, lastName, email } = regData;
      const user: User = await identity.createUser(tx, {
        ...{ uid, usertype, firstName, lastName, email, mobile, signupViaReferral },
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

/** Copies the picture handed in; what comes of a copy that no row points to in the end is arranged for. */
function createCopyLicense(deps: Pick<SignUpDeps, 'db' | 'clock' | 'ids' | 'storage' | 'links'>) {
  const { db, clock, ids, storage, links } = deps;
  const putFile = createPutFile(deps);
  return async (uid: string, { licenseImage, licenseExpiresOn }: RegData): Promise<CopiedLicense> => {
    const handedIn = links.read(licenseImage ?? '');
    const license = handedIn === null ? null : await documentsRepository(db).findLicense(handedIn);
    const file = license && (await storage.get(license.storageKey));
    if (!license || !file) throw new DomainError('license_required');
    const [id, now] = [ids.next(), clock.now()];
    const storageKey = documentKey(uid, 'licenseImage', now, id);
    await putFile(storageKey, file);
    const document: DocumentRecord = {
      ...{ id, uid, kind: 'licenseImage', storageKey, uploadedAt: now },
      ...{ expiresOn: licenseExpiresOn ?? null, remindedDays: null },
    };
    return { id: license.id, document, contentType: file.contentType };
  };
}
