// Entry point of notifications: creating notices for events, delivering them, and the development inbox.
import { type NoticeView, routes } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import {
  type Actor,
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
import { offerKinds } from './catalogue/notice-catalogue.ts';
import { createAddNotices } from './create/add-notices.ts';
import { createNotifyOfEvents, type NotifyOfEvents, type NotifyPeople } from './create/notify-people.ts';
import { createDeliverNotice, DELIVER_DUE_JOB } from './deliver/deliver-notice.ts';
import { deliveriesRepository } from './deliver/deliveries.repository.ts';
import { createMailNotice } from './deliver/mail-notice.ts';
import { createPushToDevices } from './deliver/push-to-devices.ts';
import { createShownOffers } from './deliver/shown-offers.ts';
import { devInboxRepository } from './dev-inbox.repository.ts';
import type { DevInbox } from './dev-inbox.ts';
import { presentNotice } from './history/notices.presenter.ts';
import { noticeRoutes, publishNoticesRead } from './history/notices.routes.ts';
import { createReadOfferNotices } from './history/read-offer-notices.ts';
import { type ReadableChats, readableNotices } from './history/readable-notices.ts';
import { createMessageUser, type MessageUserDeps } from './message-user.ts';
import { noticesRepository, RETENTION_MS } from './notices.repository.ts';
import { type BookingForNotices, onBookingEvent } from './on-booking-event.ts';
import { type MessageForNotices, onChatEvent } from './on-chat-event.ts';
import { onModuleEvents, type ReportOfRider } from './on-module-event.ts';
import { onUserReviewed } from './on-user-reviewed.ts';
import { createReminders, type RemindedBooking } from './remind-people.ts';
import { remindersRepository } from './reminders.repository.ts';
import { createSendNotification } from './send-notification.ts';

export { createDevInbox, type DevInbox } from './dev-inbox.ts';

export interface NotificationsModuleDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  push: PushSenders;
  sms: SmsSender;
  /** Null when no e-mail is sent: in production without a mail server. */
  email: EmailSender | null;
  /** Public URL of the app for links in e-mails; undefined when it is not configured. */
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
    | 'lockExistingAmong'
    | 'devicesOf'
    | 'deviceWith'
    | 'deleteDevice'
    | 'deviceAnswered'
    | 'countWithDevice'
    | 'pageWithDevice'
  >;
  users: MessageUserDeps['users'];
  languages: Pick<LanguagesApi, 'textsFor'>;
  booking: {
    find: (id: string) => Promise<(BookingForNotices & RemindedBooking) | null>;
    findEach: (ids: readonly string[]) => Promise<readonly BookingForNotices[]>;
    openOffersOfEach: (
      ids: readonly string[],
    ) => Promise<ReadonlyMap<string, readonly { driver: string; expires_at: number }[]>>;
  };
  /**
   * Travel time by road from the driver's current position, in seconds; null when the position or the route is unknown.
   */
  secondsTo: (driver: string, point: LatLng) => Promise<number | null>;
  chat: {
    unreadMessage: (id: string) => Promise<MessageForNotices | null>;
    readableBy: ReadableChats;
  };
  safety: {
    findReport: (alertId: string) => Promise<ReportOfRider | null>;
    trackingToken: (booking: string) => Promise<string | null>;
  };
  /** Inbox in which a demonstration shows what it sends; null in production. */
  inbox: Pick<DevInbox, 'keepPushes' | 'latest'> | null;
  /** False when real senders are configured, which disables the inbox. */
  showsInbox: boolean;
}

export interface NotificationsApi {
  /** The app of a driver has shown the offer of a booking: its notice is read, and its push message not sent. */
  onOfferShown(actor: Pick<Actor, 'uid' | 'usertype'>, booking: string): void;
  /** Deletes the user's notices, and notices that name the user: those of these bookings and of admins. */
  erasePerson(
    tx: Tx,
    person: { uid: string; mobile: string; email: string },
    bookings: readonly string[],
  ): Promise<void>;
  /** The user's notices, newest first. */
  noticesOf(uid: string): Promise<readonly Record<string, unknown>[]>;
  /** The newest notices, as the API presents them. */
  latestNotices(uid: string, limit: number): Promise<NoticeView[]>;
}

/** Above the number of notices that are stored for a user. */
const MAX_NOTICES = 5000;

function createApi(deps: NotificationsModuleDeps): NotificationsApi {
  const { db, identity, logger, chat } = deps;
  const readOfferNotices = createReadOfferNotices(deps);
  const newestOf = async (uid: string, limit: number) =>
    readableNotices(chat.readableBy, uid, await noticesRepository(db).page(uid, limit, null));
  return {
    onOfferShown: createShownOffers({
      async finishShown(drivers, bookings) {
        await deliveriesRepository(db).finishShown(offerKinds, drivers, bookings);
        return readOfferNotices(drivers, bookings);
      },
      logger,
    }),
    async erasePerson(tx, { uid, mobile, email }, bookings) {
      await noticesRepository(tx).removeOf(uid, bookings);
      await noticesRepository(tx).removeAboutDriver(uid, await identity.admins(tx));
      const recipients = [uid, mobile, email].filter((address) => address !== '');
      await devInboxRepository(tx).removeOf(recipients, { bookings, driver: uid });
    },
    async latestNotices(uid, limit) {
      return (await newestOf(uid, limit)).map(presentNotice);
    },
    async noticesOf(uid) {
      const notices = await newestOf(uid, MAX_NOTICES);
      return notices.map(({ at, kind, title, body, read_at: readAt }) => ({ at, kind, title, body, readAt }));
    },
  };
}

/** Creates the jobs that deliver notices by push message, text message and e-mail. */
function createDelivery(deps: NotificationsModuleDeps) {
  const { clock, push, identity, inbox } = deps;
  const appName = async () => (await deps.settings.get()).appName;
  return createDeliverNotice({
    ...deps,
    appName,
    mobileOf: async (uid) => (await identity.userOf(uid))?.mobile ?? '',
    mailNotice:
      deps.email &&
      createMailNotice({
        email: deps.email,
        publicUrl: deps.publicUrl,
        appName,
        userOf: identity.userOf,
        textsFor: deps.languages.textsFor,
      }),
    // A demonstration shows every message in its inbox, so all users are reachable.
    reachableByPush: async (uids) =>
      inbox === null ? new Set((await identity.devicesOf(uids)).keys()) : new Set(uids),
    pushToDevices: createPushToDevices({
      senders: push,
      now: clock.now,
      keepPushes: inbox?.keepPushes ?? null,
      devicesOf: identity.devicesOf,
      deleteDevice: identity.deleteDevice,
      deviceAnswered: identity.deviceAnswered,
    }),
  });
}

/** Creates the subscribers to events of other modules. */
function createSubscribers(deps: NotificationsModuleDeps, notifyOfEvents: NotifyOfEvents) {
  const notifyPeople: NotifyPeople = (event, notices) => notifyOfEvents([{ event, notices }]);
  const { db, withTx, clock, identity, booking } = deps;
  return [
    onBookingEvent({
      clock,
      findBooking: (id) => booking.find(id),
      findBookings: (ids) => booking.findEach(ids),
      openOffersOfEach: (ids) => booking.openOffersOfEach(ids),
      notifyOfEvents,
      expireNotices: deliveriesRepository(db).expireAbout,
      readOfferNotices: createReadOfferNotices(deps),
      trackingToken: deps.safety.trackingToken,
      timezone: async () => (await deps.settings.get()).timezone,
      async removeOld() {
        await noticesRepository(db).removeOld(clock.now());
        await remindersRepository(db).removeBefore(clock.now() - RETENTION_MS);
      },
    }),
    ...onModuleEvents({
      notifyPeople,
      settings: deps.settings,
      identity,
      findReport: deps.safety.findReport,
      findBooking: booking.find,
    }),
    onChatEvent({
      notifyPeople,
      unreadMessage: deps.chat.unreadMessage,
      findBooking: booking.find,
      readChatNotices: (uid, id) =>
        withTx(async (tx) => {
          const read = noticesRepository(tx).markReadAbout(uid, 'chat_message', id, clock.now());
          if (await read) await publishNoticesRead(tx, uid);
        }),
    }),
    onUserReviewed({ notifyPeople, userOf: identity.userOf }),
  ];
}

export function createNotificationsModule(
  deps: NotificationsModuleDeps,
): ServerModule & { api: NotificationsApi } {
  const { db, withTx, clock, push, identity, booking, inbox } = deps;
  const addNotices = createAddNotices({ ...deps, lockExistingAmong: identity.lockExistingAmong });
  const notifyOfEvents = createNotifyOfEvents({
    withTx,
    addNotices,
    usersOf: identity.usersOf,
    devicesOf: identity.devicesOf,
    textsFor: deps.languages.textsFor,
    sendsMail: deps.email !== null,
  });
  const reminders = createReminders({ ...deps, findBooking: (id) => booking.find(id) });
  const sendNotification = createSendNotification({ ...deps, addNotices, deviceWith: identity.deviceWith });
  const messageUser = createMessageUser({ ...deps, addNotices });
  const campaigns = createCampaigns({
    ...deps,
    addNotices,
    countsOf: (source) => deliveriesRepository(db).countsOf(source),
  });
  return {
    jobs: { ...reminders.jobs, ...createDelivery(deps), ...campaigns.jobs },
    schedules: { [DELIVER_DUE_JOB]: '* * * * *', ...campaigns.schedules },
    api: createApi(deps),
    routes: [
      ...campaigns.routes,
      ...noticeRoutes({
        db,
        withTx,
        clock,
        pushKey: push.web.publicKey,
        readableChats: deps.chat.readableBy,
      }),
      route(routes.messageUser, ({ actor, params, body }) => messageUser(actor, params.id, body)),
      route(routes.sendNotification, ({ actor, body, request }) =>
        sendNotification({ actor, isOperator: request.isOperator }, body),
      ),
      route(routes.devInbox, async ({ query }) => {
        if (inbox === null || !deps.showsInbox) throw new DomainError('not_found');
        return { items: await inbox.latest(query.mobile, query.limit) };
      }),
    ],
    subscribers: [...createSubscribers(deps, notifyOfEvents), reminders.subscriber],
  };
}
