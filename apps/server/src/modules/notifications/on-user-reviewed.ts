// Hears that somebody was let in, refused or disabled, and tells them once: by push, and by text message, because
// whoever is not approved has no session to read a notification in.
import { review } from '@kerb/domain/identity';
import { z } from 'zod';
import type { Subscriber } from '../../kit/index.ts';
import { accountNoticeOf } from './catalogue/plan-notices.ts';
import type { TellPeople } from './tell/tell-people.ts';

export interface OnUserReviewedDeps {
  tellPeople: TellPeople;
  userOf: (uid: string) => Promise<{ review: string; reviewReason: string } | null>;
}

const reviewed = z.object({ uid: z.string(), review });

/** A decision taken back meanwhile is not told. */
export function onUserReviewed({ tellPeople, userOf }: OnUserReviewedDeps): Subscriber {
  return {
    name: 'notifications.on-user-reviewed',
    events: ['user.reviewed'],
    async handle(event) {
      const { uid, review: decided } = reviewed.parse(event.data);
      const [kind, user] = [accountNoticeOf(decided), await userOf(uid)];
      if (kind === null || user?.review !== decided) return;
      await tellPeople(event, [{ uid, kind, words: { reason: user.reviewReason } }]);
    },
  };
}
