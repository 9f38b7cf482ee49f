// Tells people what happened to their booking: worded in their language, once for each event, by push.
import type { Lang } from '@kerb/domain/identity';
import type { Clock, Queries, StoredEvent } from '../../kit/index.ts';
import type { PushSender } from '../../ports/push.ts';
import { type NoticeWords, type PlannedNotice, wordNotice } from './notice-catalogue.ts';
import { noticesRepository } from './notices.repository.ts';

export interface NotifiedBooking {
  id: string;
  reference: string;
  customer: string;
  customer_name: string;
  driver: string | null;
  driver_name: string | null;
  vehicle_number: string | null;
  vehicle_description: string | null;
  /** ms since the epoch */
  tripdate: number;
  pickup: { add: string };
  drop_point: { add: string };
}

export interface NotifyPeopleDeps {
  db: Queries;
  clock: Clock;
  push: PushSender;
  /** IANA name of the operator's time zone. */
  timezone: () => Promise<string>;
  usersOf: (uids: readonly string[]) => Promise<ReadonlyMap<string, { lang: Lang | null }>>;
  onError: (error: unknown) => void;
}

export type Addressed = { uid: string; notice: PlannedNotice };

/** "17:45" or "5:45 PM", as the person reads clocks; English for a locale that is none. */
function clockTime(at: number, locale: string | undefined, timeZone: string): string {
  const style = { hour: 'numeric', minute: '2-digit', timeZone } as const;
  try {
    return new Intl.DateTimeFormat(locale ?? 'en', style).format(at);
  } catch {
    return new Intl.DateTimeFormat('en', style).format(at);
  }
}

const wordsOf = (booking: NotifiedBooking, lang: Lang | null, timeZone: string): NoticeWords => ({
  reference: booking.reference,
  customer: booking.customer_name,
  driver: booking.driver_name ?? 'Your driver',
  vehicle: [booking.vehicle_description, booking.vehicle_number].filter(Boolean).join(', '),
  pickup: booking.pickup.add,
  drop: booking.drop_point.add,
  time: clockTime(booking.tripdate, lang?.dateLocale, timeZone),
});

/** A sender that fails is told and not tried again: a late notice would only mislead. */
export function createNotifyPeople({ db, clock, push, timezone, usersOf, onError }: NotifyPeopleDeps) {
  const notices = noticesRepository(db);
  return async (
    event: Pick<StoredEvent, 'position'>,
    booking: NotifiedBooking,
    addressed: readonly Addressed[],
  ) => {
    if (addressed.length === 0) return;
    const people = await usersOf(addressed.map(({ uid }) => uid));
    const zone = await timezone();
    const planned = addressed.flatMap(({ uid, notice: { kind, screen } }) => {
      const person = people.get(uid);
      if (!person) return [];
      const { title, body } = wordNotice(kind, person.lang?.langLocale, wordsOf(booking, person.lang, zone));
      const { position } = event;
      return [
        { position, uid, kind, title, body, screen, params: { bookingId: booking.id }, at: clock.now() },
      ];
    });
    const fresh = await notices.addMissing(planned);
    for (const { uid, title, body, screen, params } of fresh)
      await push.send({ uid, title, body, screen, params }).catch(onError);
  };
}
