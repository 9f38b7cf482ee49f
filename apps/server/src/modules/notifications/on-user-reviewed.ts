// Subscriber to account reviews: notifies the user of the decision once, by push and by text message, because a user
// who is not approved has no session to read a notification in.
import { review } from '@kerb/domain/identity';
import { z } from 'zod';
import type { Subscriber } from '../../kit/index.ts';
import { accountNoticeOf } from './catalogue/plan-notices.ts';
import type { NotifyPeople } from './create/notify-people.ts';

export interface OnUserReviewedDeps {
  notifyPeople: NotifyPeople;
  userOf: (uid: string) => Promise<{ review: string; reviewReason: string } | null>;
}

const reviewed = z.object({ uid: z.string(), review });

/** Creates no notice for a decision that was reverted meanwhile. */
export function onUserReviewed({ notifyPeople, userOf }: OnUserReviewedDeps): Subscriber {
  return {
    name: 'notifications.on-user-reviewed',
    events: ['user.reviewed'],
    async handle(event) {
      const { uid, review: decided } = reviewed.parse(event.data);
      const kind = accountNoticeOf(decided);
      const user = await userOf(uid);
      if (kind === null || user?.review !== decided) return;
      await notifyPeople(event, [{ uid, kind, words: { reason: user.reviewReason } }]);
    },
  };
}
