// API of identity for the module `users`: find, change and review accounts, with the audit trail.
import type { Review } from '@kerb/contract';
import { type Approval, review, type Usertype } from '@kerb/domain/identity';
import { z } from 'zod';
import type { Clock, Ids, Queries, Tx } from '../../../kit/index.ts';
import { type AuditInput, createRecordAudit } from './record-audit.ts';
import type { User } from './user.ts';
import { type AuditRow, userAuditRepository } from './user-audit.repository.ts';
import { type UserChanges, usersRepository } from './users.repository.ts';

export interface ManagedUsersApi {
  /** The user, with the row locked until the transaction ends. */
  lockUser(tx: Tx, uid: string): Promise<User | null>;
  /**
   * The users who have verified this e-mail, in any letter case, or have this mobile (E.164); an empty string matches no
   * user.
   */
  usersWith(contact: { email: string; mobile: string }): Promise<User[]>;
  /** Publishes no event and validates nothing; the caller must do both. */
  changeUser(tx: Tx, uid: string, changes: UserChanges & { usertype?: Usertype | undefined }): Promise<void>;
  reviewUser(tx: Tx, uid: string, review: Review, reason: string): Promise<void>;
  recordAudit(tx: Tx, entry: AuditInput): Promise<void>;
  /** The newest approval of an account, with the reason for its previous state; null without one. */
  lastApproval(tx: Tx, uid: string): Promise<(Approval & { reason: string }) | null>;
  /** Newest first; `before` is the id of the last entry of the previous page. */
  auditOf(uid: string, page: { limit: number; before?: string | undefined }): Promise<AuditRow[]>;
}

const reviewBefore = z.object({ review, reviewReason: z.string().default('') });

async function lastApproval(tx: Tx, uid: string): Promise<(Approval & { reason: string }) | null> {
  const entry = await userAuditRepository(tx).lastApproval(uid);
  if (entry === null) return null;
  const { review: from, reviewReason: reason } = reviewBefore.parse(entry.before);
  return { at: entry.at, from, reason };
}

export function createManagedUsersApi(deps: { db: Queries; clock: Clock; ids: Ids }): ManagedUsersApi {
  const { db, clock } = deps;
  return {
    lockUser: (tx, uid) => usersRepository(tx).findForUpdate(uid),
    async usersWith({ email, mobile }) {
      const users = await usersRepository(db).findByContact(mobile, email);
      return users.filter((user) => user.emailVerified || (mobile !== '' && user.mobile === mobile));
    },
    changeUser: (tx, uid, changes) => usersRepository(tx).change(uid, changes, clock.now()),
    reviewUser: (tx, uid, review, reason) =>
      usersRepository(tx).review(uid, { review, reason, now: clock.now() }),
    recordAudit: createRecordAudit(deps),
    lastApproval,
    auditOf: userAuditRepository(db).of,
  };
}
