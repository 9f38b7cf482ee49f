// Front door of notifications: tells people of their bookings, and the development inbox.
import { routes } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { type Clock, type Queries, route, type ServerModule, type Tx, type WithTx } from '../../kit/index.ts';
import type { PushSender } from '../../ports/push.ts';
import type { SmsSender } from '../../ports/sms.ts';
import type { IdentityApi } from '../identity/index.ts';
import { devInboxRepository } from './dev-inbox.repository.ts';
import type { DevInbox } from './dev-inbox.ts';
import { noticesRepository } from './notices.repository.ts';
import { createNotifyPeople } from './notify-people.ts';
import { type BookingForNotices, onBookingEvent } from './on-booking-event.ts';
import { type MessageForNotices, onChatMessage } from './on-chat-message.ts';
import { onHouseEvent } from './on-house-event.ts';
import { onUserReviewed } from './on-user-reviewed.ts';
import { createReminders, type RemindedBooking } from './remind-people.ts';
import { createSendNotification } from './send-notification.ts';

export { createDevInbox, type DevInbox } from './dev-inbox.ts';

export interface NotificationsModuleDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  push: PushSender;
  sms: SmsSender;
  settings: {
    get(): Promise<Pick<Settings, 'appName' | 'symbol' | 'decimal' | 'swipe_symbol' | 'timezone'>>;
  };
  logger: { warn(details: object, message: string): void };
  identity: Pick<IdentityApi, 'userOf' | 'usersOf' | 'admins' | 'ownerOfPushToken'>;
  booking: { find: (id: string) => Promise<(BookingForNotices & RemindedBooking) | null> };
  /** By road from where the driver is now; null while that or the road is not known. */
  secondsTo: (driver: string, point: LatLng) => Promise<number | null>;
  chat: { unreadMessage: (id: string) => Promise<MessageForNotices | null> };
  /** Null where a real sender is configured or the server is in production: the route then does not exist. */
  inbox: DevInbox | null;
}

export interface NotificationsApi {
  /** Forgets what the person was told, and what names the person: all that was told of these bookings. */
  erasePerson(
    tx: Tx,
    person: { uid: string; mobile: string; email: string },
    bookings: readonly string[],
  ): Promise<void>;
  /** What the person was told, newest first. */
  noticesOf(uid: string): Promise<readonly Record<string, unknown>[]>;
}

/** More than are kept of anybody. */
const MOST_NOTICES = 5000;

export function createNotificationsModule(
  deps: NotificationsModuleDeps,
): ServerModule & { api: NotificationsApi } {
  const { db, clock, push, logger, identity, booking, inbox } = deps;
  const onError = (error: unknown) => logger.warn({ err: error }, 'A notification could not be sent');
  const notifyPeople = createNotifyPeople({
    db,
    clock,
    push,
    timezone: async () => (await deps.settings.get()).timezone,
    usersOf: identity.usersOf,
    onError,
  });
  const sendNotification = createSendNotification({
    ...{ push, onError },
    ownerOfPushToken: identity.ownerOfPushToken,
  });
  const reminders = createReminders({ ...deps, findBooking: (id) => booking.find(id) });
  return {
    jobs: reminders.jobs,
    api: {
      async erasePerson(tx, { uid, mobile, email }, bookings) {
        await noticesRepository(tx).removeOf(uid, bookings);
        const recipients = [uid, mobile, email].filter((address) => address !== '');
        await devInboxRepository(tx).removeOf(recipients, bookings);
      },
      noticesOf: (uid) => noticesRepository(db).of(uid, MOST_NOTICES),
    },
    routes: [
      route(routes.sendNotification, ({ actor, body, request }) =>
        sendNotification({ actor, isOperator: request.isOperator }, body),
      ),
      route(routes.devInbox, async ({ query }) => {
        if (inbox === null) throw new DomainError('not_found');
        return { items: await inbox.latest(query.mobile, query.limit) };
      }),
    ],
    subscribers: [
      onBookingEvent({
        clock,
        findBooking: (id) => booking.find(id),
        notifyPeople,
        removeOld: () => noticesRepository(db).removeOld(clock.now()),
      }),
      onHouseEvent({ ...deps, onError }),
      onChatMessage({
        ...{ db, clock, push, usersOf: identity.usersOf, onError },
        unreadMessage: deps.chat.unreadMessage,
        findBooking: booking.find,
      }),
      onUserReviewed({
        ...{ db, clock, push, sms: deps.sms, userOf: identity.userOf, onError },
        appName: async () => (await deps.settings.get()).appName,
      }),
      reminders.subscriber,
    ],
  };
}
