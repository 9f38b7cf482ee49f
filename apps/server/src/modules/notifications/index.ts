// Front door of notifications: what people are told, how it reaches them, and the development inbox.
import { routes } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import {
  type Clock,
  type Ids,
  type Queries,
  route,
  type ServerModule,
  type Tx,
  type WithTx,
} from '../../kit/index.ts';
import type { EmailSender } from '../../ports/email.ts';
import type { PushSenders } from '../../ports/push.ts';
import type { SmsSender } from '../../ports/sms.ts';
import type { IdentityApi } from '../identity/index.ts';
import type { LanguagesApi } from '../languages/index.ts';
import { createCampaigns } from './campaigns/index.ts';
import { createDeliverNotice, DELIVER_DUE_JOB } from './deliver/deliver-notice.ts';
import { deliveriesRepository } from './deliver/deliveries.repository.ts';
import { createMailNotice } from './deliver/mail-notice.ts';
import { createPushToDevices } from './deliver/push-to-devices.ts';
import { devInboxRepository } from './dev-inbox.repository.ts';
import type { DevInbox } from './dev-inbox.ts';
import { noticeRoutes, tellNoticesRead } from './history/notices.routes.ts';
import { type BookingForNotices, onBookingEvent } from './on-booking-event.ts';
import { type MessageForNotices, onChatEvent } from './on-chat-event.ts';
import { onHouseEvent } from './on-house-event.ts';
import { onUserReviewed } from './on-user-reviewed.ts';
import { createReminders, type RemindedBooking } from './remind-people.ts';
import { createSendNotification } from './send-notification.ts';
import { createAddNotices } from './tell/add-notices.ts';
import { noticesRepository } from './tell/notices.repository.ts';
import { createTellPeople } from './tell/tell-people.ts';

export { createDevInbox, type DevInbox } from './dev-inbox.ts';

export interface NotificationsModuleDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  push: PushSenders;
  sms: SmsSender;
  /** Null where no mail is sent: in production without a mail server. */
  email: EmailSender | null;
  /** Where people open the app, as links in mails name it; undefined where nobody said. */
  publicUrl: string | undefined;
  settings: {
    get(): Promise<
      Pick<
        Settings,
        'appName' | 'symbol' | 'decimal' | 'swipe_symbol' | 'timezone' | 'AllowCriticalEditsAdmin'
      >
    >;
  };
  logger: { warn(details: object, message: string): void };
  identity: Pick<
    IdentityApi,
    | 'userOf'
    | 'usersOf'
    | 'admins'
    | 'holdPresent'
    | 'devicesOf'
    | 'deviceWith'
    | 'forgetDevice'
    | 'deviceAnswered'
    | 'countWithDevice'
    | 'pageWithDevice'
  >;
  languages: Pick<LanguagesApi, 'textsFor'>;
  booking: {
    find: (id: string) => Promise<(BookingForNotices & RemindedBooking) | null>;
    openRequests: (id: string) => Promise<readonly { driver: string; expires_at: number }[]>;
  };
  /** By road from where the driver is now; null while that or the road is not known. */
  secondsTo: (driver: string, point: LatLng) => Promise<number | null>;
  chat: { unreadMessage: (id: string) => Promise<MessageForNotices | null> };
  /** Where a demonstration shows what it sends; null in production. */
  inbox: Pick<DevInbox, 'keepPush' | 'latest'> | null;
  /** False where a real sender is configured too: the inbox is then not shown to anybody. */
  showsInbox: boolean;
}

export interface NotificationsApi {
  /** Forgets what the person was told, and what names the person: all that was told of these bookings and to admins. */
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

function createApi({ db, identity }: NotificationsModuleDeps): NotificationsApi {
  return {
    async erasePerson(tx, { uid, mobile, email }, bookings) {
      await noticesRepository(tx).removeOf(uid, bookings);
      await noticesRepository(tx).removeAboutDriver(uid, await identity.admins(tx));
      const recipients = [uid, mobile, email].filter((address) => address !== '');
      await devInboxRepository(tx).removeOf(recipients, { bookings, driver: uid });
    },
    async noticesOf(uid) {
      const notices = await noticesRepository(db).page(uid, MOST_NOTICES, null);
      return notices.map(({ at, kind, title, body, read_at: readAt }) => ({ at, kind, title, body, readAt }));
    },
  };
}

export function createNotificationsModule(
  deps: NotificationsModuleDeps,
): ServerModule & { api: NotificationsApi } {
  const { db, withTx, clock, push, identity, booking, inbox } = deps;
  const addNotices = createAddNotices({ ...deps, holdPresent: identity.holdPresent });
  const tellPeople = createTellPeople({
    ...{ withTx, addNotices, usersOf: identity.usersOf, devicesOf: identity.devicesOf },
    textsFor: deps.languages.textsFor,
    sendsMail: deps.email !== null,
  });
  const appName = async () => (await deps.settings.get()).appName;
  const reminders = createReminders({ ...deps, findBooking: (id) => booking.find(id) });
  const deliver = createDeliverNotice({
    ...deps,
    appName,
    mobileOf: async (uid) => (await identity.userOf(uid))?.mobile ?? '',
    mailNotice:
      deps.email &&
      createMailNotice({
        ...{ email: deps.email, publicUrl: deps.publicUrl, appName, userOf: identity.userOf },
        textsFor: deps.languages.textsFor,
      }),
    pushToDevices: createPushToDevices({
      ...{ senders: push, now: clock.now, keepPush: inbox?.keepPush ?? null },
      ...{ devicesOf: identity.devicesOf, forgetDevice: identity.forgetDevice },
      deviceAnswered: identity.deviceAnswered,
    }),
  });
  const sendNotification = createSendNotification({ ...deps, addNotices, deviceWith: identity.deviceWith });
  const campaigns = createCampaigns({
    ...deps,
    addNotices,
    countsOf: (source) => deliveriesRepository(db).countsOf(source),
  });
  return {
    jobs: { ...reminders.jobs, ...deliver, ...campaigns.jobs },
    schedules: { [DELIVER_DUE_JOB]: '* * * * *', ...campaigns.schedules },
    api: createApi(deps),
    routes: [
      ...campaigns.routes,
      ...noticeRoutes({ db, withTx, clock, pushKey: push.web.publicKey }),
      route(routes.sendNotification, ({ actor, body, request }) =>
        sendNotification({ actor, isOperator: request.isOperator }, body),
      ),
      route(routes.devInbox, async ({ query }) => {
        if (inbox === null || !deps.showsInbox) throw new DomainError('not_found');
        return { items: await inbox.latest(query.mobile, query.limit) };
      }),
    ],
    subscribers: [
      onBookingEvent({
        clock,
        findBooking: (id) => booking.find(id),
        openRequests: (id) => booking.openRequests(id),
        tellPeople,
        forgetOffer: (id, drivers) => deliveriesRepository(db).expireAbout('new_task', id, drivers),
        timezone: async () => (await deps.settings.get()).timezone,
        removeOld: () => noticesRepository(db).removeOld(clock.now()),
      }),
      onHouseEvent({ tellPeople, settings: deps.settings, identity }),
      onChatEvent({
        tellPeople,
        unreadMessage: deps.chat.unreadMessage,
        findBooking: booking.find,
        readChatNotices: (uid, id) =>
          withTx(async (tx) => {
            const read = noticesRepository(tx).markReadAbout(uid, 'chat_message', id, clock.now());
            if (await read) await tellNoticesRead(tx, uid);
          }),
      }),
      onUserReviewed({ tellPeople, userOf: identity.userOf }),
      reminders.subscriber,
    ],
  };
}
