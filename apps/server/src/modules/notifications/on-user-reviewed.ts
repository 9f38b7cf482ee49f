// Hears that somebody was let in, refused or disabled, and tells them once: by push, and by text message, because
// whoever is not approved has no session to read a notification in.
import { type Lang, review } from '@kerb/domain/identity';
import { z } from 'zod';
import type { Clock, Queries, Subscriber } from '../../kit/index.ts';
import type { PushSender } from '../../ports/push.ts';
import type { SmsSender } from '../../ports/sms.ts';
import { accountNoticeOf, wordAccountNotice } from './account-notices.ts';
import { noticesRepository } from './notices.repository.ts';

export interface OnUserReviewedDeps {
  db: Queries;
  clock: Clock;
  push: PushSender;
  sms: SmsSender;
  appName: () => Promise<string>;
  userOf: (
    uid: string,
  ) => Promise<{ mobile: string; lang: Lang | null; review: string; reviewReason: string } | null>;
  onError: (error: unknown) => void;
}

const reviewed = z.object({ uid: z.string(), review });

/** A sender that fails is told and not tried again; a decision taken back meanwhile is not told. */
export function onUserReviewed(deps: OnUserReviewedDeps): Subscriber {
  const { db, clock, push, sms, appName, userOf, onError } = deps;
  const notices = noticesRepository(db);

  return {
    name: 'notifications.on-user-reviewed',
    events: ['user.reviewed'],
    async handle({ data, position }) {
      const { uid, review: decided } = reviewed.parse(data);
      const [kind, user] = [accountNoticeOf(decided), await userOf(uid)];
      if (kind === null || user === null || user.review !== decided) return;
      const text = wordAccountNotice(kind, user.lang?.langLocale, user.reviewReason);
      const notice = { ...text, uid, screen: 'Profile' as const, params: {} };
      const [fresh] = await notices.addMissing([{ ...notice, position, kind, at: clock.now() }]);
      if (!fresh) return;
      await push.send(notice).catch(onError);
      if (user.mobile === '') return;
      const message = `${await appName()}: ${text.title}. ${text.body}`;
      await sms.send({ to: user.mobile, text: message }).catch(onError);
    },
  };
}
