// Streams the list of users as CSV, row by row, so that memory use does not depend on its length.
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

/** Throws `demo_mode` while AllowCriticalEditsAdmin is off. */
export function createExportUsers(deps: Pick<UsersDeps, 'db' | 'settings' | 'clock' | 'shifts'>) {
  const { db, settings, clock } = deps;
  const directory = directoryRepository(db);

  async function* lines(scope: ManagedScope, query: UserQuery, current: Settings) {
    const { filter: visibleFilter, order } = withoutHiddenFields(query, current, clock);
    const filter = { ...visibleFilter, among: await shiftFilterOf(deps, query) };
    const withBank = showsBank(current);
    let after: { value: string | number; id: string } | null = null;
    for (;;) {
      const rows = await directory.page(scope, filter, { ...order, after, limit: ROWS_AT_ONCE });
      for (const row of rows) yield lineOf(presentUser(row, current), withBank);
      const last = rows.at(-1);
      if (!last || rows.length < ROWS_AT_ONCE) return;
      after = { value: last.sort_value, id: last.uid };
    }
  }

  return async function exportUsers(actor: Actor, query: UserQuery): Promise<Readable> {
    const scope = usersPolicy.exportUsers(actor);
    const current = await settings.get();
    if (!current.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
    return csvStream(lines(scope, query, current));
  };
}
