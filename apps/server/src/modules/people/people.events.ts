// What managers' screens hear of people: who was changed or reviewed, by id only.
import type { Review } from '@kerb/contract';
import { appendEvent, type Tx } from '../../kit/index.ts';
import { peopleTopics } from '../identity/index.ts';

/** All admins, and the fleet admins the driver is, or was, with. */
const managers = (fleets: readonly (string | null)[]): string[] => [
  peopleTopics.all,
  ...new Set(fleets.flatMap((fleetadmin) => (fleetadmin === null ? [] : [peopleTopics.fleet(fleetadmin)]))),
];

export async function tellUserChanged(
  tx: Tx,
  uid: string,
  fleets: readonly (string | null)[],
): Promise<void> {
  await appendEvent(tx, { name: 'user.changed', topics: managers(fleets), data: { uid } });
  await appendEvent(tx, { name: 'me.changed', topics: [peopleTopics.person(uid)], data: {} });
}

/** The fleet admin whose driver is gone; all others hear of it from who erased the account. */
export async function tellFleet(tx: Tx, uid: string, fleetadmin: string | null): Promise<void> {
  if (fleetadmin === null) return;
  await appendEvent(tx, { name: 'user.changed', topics: [peopleTopics.fleet(fleetadmin)], data: { uid } });
}

export async function tellUserReviewed(
  tx: Tx,
  uid: string,
  review: Review,
  fleets: readonly (string | null)[],
): Promise<void> {
  const topics = [peopleTopics.person(uid), ...managers(fleets)];
  await appendEvent(tx, { name: 'user.reviewed', topics, data: { uid, review } });
}
