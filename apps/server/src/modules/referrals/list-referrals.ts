// Lists the invitations of one user for admins, page by page.
import type { ReferralView } from '@kerb/contract';
import { fullNameOf } from '@kerb/domain/identity';
import { DomainError, toMajor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { type Actor, invalidCursor, type Queries } from '../../kit/index.ts';
import type { IdentityApi } from '../identity/index.ts';
import { referralsPolicy } from './referrals.policy.ts';
import { type Referral, type ReferralCursor, referralsRepository } from './referrals.repository.ts';

export interface ListReferralsDeps {
  db: Queries;
  settings: { get(): Promise<Pick<Settings, 'decimal'>> };
  identity: Pick<IdentityApi, 'userOf' | 'usersOf'>;
}

const CURSOR = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function cursorOf(text: string | undefined): ReferralCursor | null {
  if (text === undefined) return null;
  const [, at, rider] = CURSOR.exec(text) ?? [];
  if (!at || !rider) throw invalidCursor();
  return { at: Number(at), rider };
}

/** Presents invitations with the names of both users; empty for a deleted user. */
export function createPresentReferrals({ settings, identity }: Omit<ListReferralsDeps, 'db'>) {
  return async function presentReferrals(referrals: readonly Referral[]): Promise<ReferralView[]> {
    const { decimal } = await settings.get();
    const uids = referrals.flatMap(({ rider, referrer }) =>
      referrer === null ? [rider] : [rider, referrer],
    );
    const people = await identity.usersOf([...new Set(uids)]);
    const personOf = (uid: string) => {
      return { id: uid, name: fullNameOf(people.get(uid)) };
    };
    return referrals.map((referral) => ({
      rider: personOf(referral.rider),
      referrer: referral.referrer === null ? null : personOf(referral.referrer),
      booking: referral.booking,
      status: referral.status,
      bonus: toMajor(referral.bonus, decimal),
      referrerBonus: toMajor(referral.referrer_bonus, decimal),
      at: referral.at,
      dueAt: referral.due_at,
      paidAt: referral.paid_at,
      reversedAt: referral.reversed_at,
      reason: referral.reversal_reason,
    }));
  };
}

/** Throws `not_found` for an unknown user, and `invalid_input` for a cursor of another list. */
export function createListReferrals(deps: ListReferralsDeps) {
  const { db, identity } = deps;
  const present = createPresentReferrals(deps);
  return async function listReferrals(
    actor: Actor,
    uid: string,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<{ items: ReferralView[]; nextCursor: string | null }> {
    referralsPolicy.listReferrals(actor);
    if ((await identity.userOf(uid)) === null) throw new DomainError('not_found');
    const rows = await referralsRepository(db).of(uid, { limit: limit + 1, after: cursorOf(cursor) });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return { items: await present(page), nextCursor: last ? `${last.at}_${last.rider}` : null };
  };
}
