// Creates and ends the link that shares a trip.
import { isActive } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import { mayBeShared, SHARE_MAX_MS, shareExpiresAt } from '@kerb/domain/safety';
import type { Actor, Tx } from '../../../kit/index.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import { permittedBooking, type SafetyBooking, safetyPolicy } from '../safety.policy.ts';
import type { ShareLinkRow } from '../safety.tables.ts';
import { type ShareRef, shareRepository } from './share.repository.ts';
import { hashOfToken, shareToken } from './share-token.ts';

export interface SharedLink {
  token: string;
  /** Expected expiry in ms since the epoch, as far as it is known. */
  expiresAt: number;
}

/** Returns a function that finds or creates a user's only link to a booking, in the caller's transaction. */
function createCurrentLink({ clock, ids, secret }: Pick<SafetyDeps, 'clock' | 'ids' | 'secret'>) {
  /** False for a link that was created with another secret or has expired. */
  const isAlive = (link: ShareLinkRow, booking: SafetyBooking): boolean =>
    link.token_hash.equals(hashOfToken(shareToken(secret, link.id))) &&
    clock.now() < shareExpiresAt(link.made_at, booking);

  return async function currentLink(tx: Tx, ref: ShareRef, booking: SafetyBooking): Promise<ShareLinkRow> {
    const links = shareRepository(tx);
    const known = await links.lockCurrent(ref);
    if (known && isAlive(known, booking)) return known;
    if (known) await links.end(ref, clock.now());
    const id = ids.next();
    const token_hash = hashOfToken(shareToken(secret, id));
    const made = { ...ref, id, token_hash, made_at: clock.now(), trip_at: booking.tripdate };
    if (await links.add(made)) return { ...made, ended_at: null };
    const other = await links.lockCurrent(ref);
    if (!other) throw new DomainError('conflict');
    return other;
  };
}

export function createShareTrip(deps: SafetyDeps) {
  const { withTx, secret } = deps;
  const currentLink = createCurrentLink(deps);
  /** Returns the same link until it expires. Throws `transition_not_allowed` unless the trip is under way. */
  return async function shareTrip(actor: Actor, id: string): Promise<SharedLink> {
    const { booking } = await permittedBooking(deps, actor, id, safetyPolicy.shareBooking);
    if (!mayBeShared(booking)) throw new DomainError('transition_not_allowed', 'This trip is not under way');
    const link = await withTx((tx) => currentLink(tx, { booking: id, shared_by: actor.uid }, booking));
    return { token: shareToken(secret, link.id), expiresAt: shareExpiresAt(link.made_at, booking) };
  };
}

/**
 * The token of the rider's link that tracks a booking, also before a driver has accepted. Null for a booking that is
 * missing or over.
 */
export function createTrackingToken(deps: SafetyDeps) {
  const { withTx, secret, booking } = deps;
  const currentLink = createCurrentLink(deps);
  return async function trackingToken(id: string): Promise<string | null> {
    const found = await booking.find(id);
    if (!found || !isActive(found.status)) return null;
    const link = await withTx((tx) => currentLink(tx, { booking: id, shared_by: found.customer }, found));
    return shareToken(secret, link.id);
  };
}

/** Ends the link of this user; does nothing without a link. */
export function createUnshareTrip(deps: SafetyDeps) {
  return async function unshareTrip(actor: Actor, id: string): Promise<void> {
    await permittedBooking(deps, actor, id, safetyPolicy.unshareBooking);
    await deps.withTx((tx) =>
      shareRepository(tx).end({ booking: id, shared_by: actor.uid }, deps.clock.now()),
    );
  };
}

/** Expired links are stored for a month, so that visitors see that the link has expired. */
export function createRemoveOldLinks({ db, clock }: Pick<SafetyDeps, 'db' | 'clock'>) {
  return function removeOldLinks(): Promise<void> {
    return shareRepository(db).removeOlderThan(clock.now() - 30 * SHARE_MAX_MS);
  };
}
