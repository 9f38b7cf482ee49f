// Presents a user to managers, field by field; contact and bank details only when the operator shows them.
import type { AuditEntry, User } from '@kerb/contract';
import { ratingsOf } from '@kerb/domain/identity';
import { toMajor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { AuditRow } from '../identity/index.ts';
import type { DirectoryRow } from './directory.repository.ts';

export type ShownBy = Pick<Settings, 'decimal' | 'bank_fields' | 'AllowCriticalEditsAdmin'>;

/**
 * False while critical edits are off, when the console is a public demonstration: contact and bank details are hidden
 * then.
 */
export const showsContact = (settings: ShownBy): boolean => settings.AllowCriticalEditsAdmin;
export const showsBank = (settings: ShownBy): boolean => settings.bank_fields && showsContact(settings);

const fullName = (first: string | null, last: string | null): string => `${first ?? ''} ${last ?? ''}`.trim();

function presentDriver(row: DirectoryRow): User['driver'] {
  if (row.driver === null) return null;
  return {
    carType: row.car_type,
    carTypeName: row.car_type_name,
    vehicleMake: row.vehicle_make ?? '',
    vehicleModel: row.vehicle_model ?? '',
    vehicleNumber: row.vehicle_number ?? '',
    other_info: row.other_info ?? '',
    driverActiveStatus: row.driver_active_status ?? false,
    queue: row.queue ?? false,
    fleetadmin: row.fleetadmin,
    fleetadminName:
      row.fleetadmin === null ? null : fullName(row.fleetadmin_first_name, row.fleetadmin_last_name),
    documents: row.documents,
    documentsValidUntil: row.documents_valid_until,
    vehicleChangedAt: row.vehicle_changed_at,
  };
}

export function presentUser(row: DirectoryRow, settings: ShownBy): User {
  const contact = showsContact(settings);
  const bank = showsBank(settings);
  return {
    id: row.uid,
    createdAt: row.created_at,
    createdByAdmin: row.created_by_admin,
    firstName: row.first_name,
    lastName: row.last_name,
    email: contact ? row.email : null,
    mobile: contact ? row.mobile : null,
    usertype: row.usertype,
    loginType: row.login_type,
    lang:
      row.lang_locale !== null && row.date_locale !== null
        ? { langLocale: row.lang_locale, dateLocale: row.date_locale }
        : null,
    approved: row.approved,
    review: row.review,
    reviewReason: row.review_reason,
    referralId: row.referral_id,
    signupViaReferral: row.signup_via_referral,
    profile_image: row.profile_image,
    walletBalance: toMajor(row.wallet_balance, settings.decimal),
    ratings: ratingsOf({ count: row.rating_count, sum: row.rating_sum }),
    bankName: bank ? row.bank_name : null,
    bankCode: bank ? row.bank_code : null,
    bankAccount: bank ? row.bank_account : null,
    driver: presentDriver(row),
  };
}

const contactFields = ['email', 'mobile'];
const bankFields = ['bankName', 'bankCode', 'bankAccount'];

/** Presents an audit entry without the fields that are hidden on the user's page. */
export function presentAudit(row: AuditRow, settings: ShownBy): AuditEntry {
  const hidden = [
    ...(showsContact(settings) ? [] : contactFields),
    ...(showsBank(settings) ? [] : bankFields),
  ];
  const shown = (fields: AuditRow['before']): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [field, hidden.includes(field) ? null : value]),
    );
  return {
    id: row.id,
    at: row.at,
    by: { id: row.by, name: fullName(row.byFirstName, row.byLastName) },
    action: row.action,
    before: shown(row.before),
    after: shown(row.after),
  };
}
