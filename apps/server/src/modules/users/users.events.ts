// Live events for admins and fleet admins about changed or reviewed users, with ids only.
import type { Review } from '@kerb/contract';
import { appendEvent, type Tx } from '../../kit/index.ts';
import { managerTopics, userTopics } from '../identity/index.ts';

export async function publishUserChanged(
  tx: Tx,
  uid: string,
  fleets: readonly (string | null)[],
): Promise<void> {
  await appendEvent(tx, { name: 'user.changed', topics: managerTopics(...fleets), data: { uid } });
  await appendEvent(tx, { name: 'me.changed', topics: [userTopics.person(uid)], data: {} });
}

export async function publishUserReviewed(
  tx: Tx,
  uid: string,
  review: Review,
  fleets: readonly (string | null)[],
): Promise<void> {
  const topics = [userTopics.person(uid), ...managerTopics(...fleets)];
  await appendEvent(tx, { name: 'user.reviewed', topics, data: { uid, review } });
}
