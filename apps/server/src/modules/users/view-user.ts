// Returns a user's page for admins and their fleet admin: the record, its audit trail, wallet, ratings and driving
// record.
import type { AuditEntry, User, UserPart, WalletEntry } from '@kerb/contract';
import { type DrivingRecord, drivingRecord, RECORD_DAYS } from '@kerb/domain/dispatch';
import { MS_PER_DAY } from '@kerb/domain/kernel';
import { type Actor, idCursor } from '../../kit/index.ts';
import { withParts } from '../identity/index.ts';
import { walletView } from '../wallet/index.ts';
import { findVisible, type UsersDeps } from './users.deps.ts';
import { usersPolicy } from './users.policy.ts';
import type { RatingsPage } from './users.ports.ts';
import { presentAudit, presentUser } from './users.presenter.ts';

export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

export function createViewUser(deps: UsersDeps) {
  const { db, settings, identity, wallet } = deps;

  return {
    async person(actor: Actor, uid: string, include: readonly UserPart[] = []) {
      const row = await findVisible(db, usersPolicy.getUser(actor), uid);
      const current = await settings.get();
      const seen = include.filter((part) => usersPolicy.seesPart(actor, part, current));
      return withParts<User>(presentUser(row, current), await deps.readParts(uid, seen));
    },

    async audit(
      actor: Actor,
      uid: string,
      { limit, cursor }: PageQuery,
    ): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
      await findVisible(db, usersPolicy.getUserAudit(actor), uid);
      const before = idCursor(cursor);
      const [current, rows] = await Promise.all([
        settings.get(),
        identity.auditOf(uid, { limit: limit + 1, before }),
      ]);
      const page = rows.slice(0, limit);
      return {
        items: page.map((row) => presentAudit(row, current)),
        nextCursor: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
      };
    },

    async wallet(
      actor: Actor,
      uid: string,
      query: PageQuery,
    ): Promise<{ items: WalletEntry[]; nextCursor: string | null; walletBalance: number }> {
      await findVisible(db, usersPolicy.getUserWallet(actor), uid);
      const { decimal } = await settings.get();
      return walletView(wallet, uid, query, decimal);
    },

    async ratings(actor: Actor, uid: string, query: PageQuery): Promise<RatingsPage> {
      await findVisible(db, usersPolicy.getUserRatings(actor), uid);
      return deps.bookings.ratingsOf(uid, query);
    },

    async drivingRecord(actor: Actor, uid: string): Promise<DrivingRecord> {
      await findVisible(db, usersPolicy.getDrivingRecord(actor), uid);
      return drivingRecord(
        await deps.bookings.drivingCounts(uid, deps.clock.now() - RECORD_DAYS * MS_PER_DAY),
      );
    },
  };
}
