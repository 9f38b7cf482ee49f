// Streams the list of users as CSV, row by row; of users who were not written yet only the uids are in memory.
import type { Readable } from 'node:stream';
import type { User } from '@kerb/contract';
import type { ManagedScope } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { type Actor, type CsvLine, csvStream } from '../../kit/index.ts';
import { directoryRepository } from './directory.repository.ts';
import { shiftFilterOf, type UserQuery, withoutHiddenFields } from './list-users.ts';
import type { UsersDeps } from './users.deps.ts';
import { usersPolicy } from './users.policy.ts';
import { presentUser, showsBank } from './users.presenter.ts';

const ROWS_AT_ONCE = 1000;
const UID_BYTES = 16;

const moment = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString();

/** One line, by the field names of the specification. */
const lineOf = (person: User, withBank: boolean): CsvLine => ({
  id: person.id,
  createdAt: moment(person.createdAt),
  createdByAdmin: person.createdByAdmin,
  firstName: person.firstName,
  lastName: person.lastName,
  email: person.email,
  mobile: person.mobile,
  usertype: person.usertype,
  loginType: person.loginType,
  approved: person.approved,
  review: person.review,
  reviewReason: person.reviewReason,
  referralId: person.referralId,
  signupViaReferral: person.signupViaReferral,
  walletBalance: person.walletBalance,
  userrating: person.ratings.userrating,
  carType: person.driver?.carTypeName ?? null,
  vehicleMake: person.driver?.vehicleMake ?? null,
  vehicleModel: person.driver?.vehicleModel ?? null,
  vehicleNumber: person.driver?.vehicleNumber ?? null,
  other_info: person.driver?.other_info ?? null,
  driverActiveStatus: person.driver?.driverActiveStatus ?? null,
  fleetadmin: person.driver?.fleetadminName ?? null,
  ...(withBank
    ? { bankName: person.bankName, bankCode: person.bankCode, bankAccount: person.bankAccount }
    : {}),
});

/** Uids as PostgreSQL reads them, without hyphens. */
function readUids(bytes: Buffer): string[] {
  const uids: string[] = [];
  for (let start = 0; start < bytes.length; start += UID_BYTES)
    uids.push(bytes.toString('hex', start, start + UID_BYTES));
  return uids;
}

/** Throws `demo_mode` while AllowCriticalEditsAdmin is off. */
export function createExportUsers(deps: Pick<UsersDeps, 'db' | 'settings' | 'clock' | 'shifts'>) {
  const { db, settings, clock } = deps;
  const directory = directoryRepository(db);

  async function* lines(scope: ManagedScope, query: UserQuery, current: Settings) {
    const { filter: visibleFilter, order } = withoutHiddenFields(query, current, clock);
    const filter = { ...visibleFilter, among: await shiftFilterOf(deps, scope, query) };
    const withBank = showsBank(current);
    // Found and ordered once: keyset pages would search and sort the whole list again for each page.
    const uids = await directory.listUids(scope, filter, order);
    for (let start = 0; start < uids.length; start += UID_BYTES * ROWS_AT_ONCE) {
      const wanted = readUids(uids.subarray(start, start + UID_BYTES * ROWS_AT_ONCE));
      const rows = await directory.findAll(scope, wanted);
      const byUid = new Map(rows.map((row) => [row.uid.replaceAll('-', ''), row]));
      for (const uid of wanted) {
        const row = byUid.get(uid);
        // Missing when the user was deleted meanwhile.
        if (row !== undefined) yield lineOf(presentUser(row, current), withBank);
      }
    }
  }

  return async function exportUsers(actor: Actor, query: UserQuery): Promise<Readable> {
    const scope = usersPolicy.exportUsers(actor);
    const current = await settings.get();
    if (!current.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
    return csvStream(lines(scope, query, current));
  };
}
