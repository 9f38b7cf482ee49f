// Front door of notifications: tells people of their bookings, and the development inbox.
import { routes } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { type Clock, type Queries, route, type ServerModule } from '../../kit/index.ts';
import type { PushSender } from '../../ports/push.ts';
import type { IdentityApi } from '../identity/index.ts';
import type { DevInbox } from './dev-inbox.ts';
import { noticesRepository } from './notices.repository.ts';
import { createNotifyPeople } from './notify-people.ts';
import { type BookingForNotices, onBookingEvent } from './on-booking-event.ts';

export { createDevInbox, type DevInbox } from './dev-inbox.ts';

export interface NotificationsModuleDeps {
  db: Queries;
  clock: Clock;
  push: PushSender;
  logger: { warn(details: object, message: string): void };
  identity: Pick<IdentityApi, 'usersOf'>;
  booking: { find: (id: string) => Promise<BookingForNotices | null> };
  /** Null where a real sender is configured or the server is in production: the route then does not exist. */
  inbox: DevInbox | null;
}

export function createNotificationsModule(deps: NotificationsModuleDeps): ServerModule {
  const { db, clock, push, logger, identity, booking, inbox } = deps;
  const notifyPeople = createNotifyPeople({
    db,
    clock,
    push,
    usersOf: identity.usersOf,
    onError: (error) => logger.warn({ err: error }, 'A notification could not be sent'),
  });
  return {
    routes: [
      route(routes.devInbox, async ({ query }) => {
        if (inbox === null) throw new DomainError('not_found');
        return { items: await inbox.latest(query.mobile, query.limit) };
      }),
    ],
    subscribers: [
      onBookingEvent({
        findBooking: (id) => booking.find(id),
        notifyPeople,
        removeOld: () => noticesRepository(db).removeOld(clock.now()),
      }),
    ],
  };
}
