// Development inbox: stores the messages of the inbox senders, and lists them for developers and evaluators.
import type { InboxMessage } from '@kerb/contract';
import type { Clock, Ids, Queries } from '../../kit/index.ts';
import type { EmailMessage } from '../../ports/email.ts';
import type { PushMessage } from '../../ports/push.ts';
import type { SmsMessage } from '../../ports/sms.ts';
import { devInboxRepository } from './dev-inbox.repository.ts';

/** A push message to a user. */
export interface UserPush {
  uid: string;
  message: PushMessage;
}

export interface DevInbox {
  keepSms(message: SmsMessage): Promise<void>;
  keepPushes(pushes: readonly UserPush[]): Promise<void>;
  /** Stores the text and the names of attached files. */
  keepEmail(message: EmailMessage): Promise<void>;
  /** Newest first; only those of one number when given. */
  latest(mobile: string | undefined, limit: number): Promise<InboxMessage[]>;
}

export interface DevInboxDeps {
  db: Queries;
  clock: Clock;
  ids: Ids;
  /** Push messages are stored under the user's number, or under the uid without a number. */
  usersOf: (uids: readonly string[]) => Promise<ReadonlyMap<string, { mobile: string }>>;
}

export function createDevInbox({ db, clock, ids, usersOf }: DevInboxDeps): DevInbox {
  const repository = devInboxRepository(db);
  const common = () => ({ id: ids.next(), at: clock.now() });
  return {
    keepSms: ({ to, text, otp }) =>
      repository.add([
        {
          ...common(),
          channel: 'sms',
          to,
          title: '',
          body: text,
          otp: otp ?? null,
          screen: null,
          params: {},
        },
      ]),
    async keepPushes(pushes) {
      const users = await usersOf(pushes.map(({ uid }) => uid));
      await repository.add(
        pushes.map(({ uid, message: { title, body, screen, params } }) => ({
          ...common(),
          channel: 'push' as const,
          to: users.get(uid)?.mobile || uid,
          title,
          body,
          otp: null,
          screen,
          params: { ...params },
        })),
      );
    },
    keepEmail: ({ to, subject, text, attachments = [], about = {} }) =>
      repository.add([
        {
          ...common(),
          channel: 'email',
          to,
          title: subject,
          body: [text, ...attachments.map(({ filename }) => `[${filename}]`)].join('\n'),
          otp: null,
          screen: null,
          params: { ...about },
        },
      ]),
    latest: repository.latest,
  };
}
