// Generates events around past trips: chats, lost items, alerts, and frequently used places.

import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import type { PastRecord } from '../../modules/booking/index.ts';
import type { MessageRow, PastChat } from '../../modules/chat/index.ts';
import type { AlertRow } from '../../modules/safety/index.ts';
import type { Chance } from './chance.ts';
import {
  chats as chatLines,
  helpMessages,
  helpNotes,
  lostItemNotes,
  lostItems,
  panicNotes,
  standstillNotes,
} from './words.ts';

type Booking = PastRecord['booking'];

const CHAT_SHARE = 0.13;
/** One in this many trips has an alert. */
const TRIPS_PER_ALERT = 420;

const storyKinds = ['lost_item', 'help', 'panic', 'standstill'] as const;
type StoryKind = (typeof storyKinds)[number];

export function createPastExtras(chance: Chance, { admin, end }: { admin: string; end: number }) {
  const chats: PastChat[] = [];
  const messages: MessageRow[] = [];
  const alerts: AlertRow[] = [];
  let trips = 0;

  function chat({ id: booking, customer, driver, driver_accept_time, driver_arrive_time }: Booking): void {
    if (driver === null || driver_accept_time === null || driver_arrive_time === null) return;
    const lines = chance.pick(chatLines);
    const gap = (driver_arrive_time - driver_accept_time) / (lines.length + 1);
    const count = lines.length;
    chats.push({
      booking,
      driver,
      customer,
      last_seq: count,
      rider_read: count,
      driver_read: count,
      erased: false,
    });
    for (const [index, [who, message]] of lines.entries()) {
      const at = Math.floor(driver_accept_time + gap * (index + chance.between(0.4, 0.9)));
      const source = who === 'r' ? ('rider' as const) : ('driver' as const);
      const sender = who === 'r' ? customer : driver;
      messages.push({
        booking,
        driver,
        seq: index + 1,
        id: chance.id(at),
        source,
        sender,
        type: 'msg',
        message,
        at,
      });
    }
  }

  /** An admin resolves the alert some time later, unless `resolve` is false. */
  function alert(kind: StoryKind, booking: Booking, resolve: boolean): void {
    const { trip_start_time: started, trip_end_time: ended, pickup } = booking;
    if (started === null || ended === null) return;
    const isReport = kind === 'lost_item' || kind === 'help';
    const at = Math.floor(
      isReport ? ended + chance.between(0.3, 3) * MS_PER_HOUR : started + (ended - started) / 2,
    );
    const wait = isReport ? chance.between(2, 20) * MS_PER_HOUR : chance.between(1, 6) * MS_PER_MINUTE;
    const resolved_at = Math.floor(at + wait);
    if (at >= end || (resolve && resolved_at >= end)) return;
    const message =
      kind === 'lost_item' ? chance.pick(lostItems) : kind === 'help' ? chance.pick(helpMessages) : null;
    const notes = {
      lost_item: lostItemNotes,
      help: helpNotes,
      panic: panicNotes,
      standstill: standstillNotes,
    }[kind];
    alerts.push({
      id: chance.id(at),
      booking: booking.id,
      kind,
      raised_by: kind === 'standstill' ? null : 'rider',
      caller: kind === 'standstill' ? null : booking.customer,
      driver: booking.driver,
      vehicle_reg_no: booking.vehicle_number,
      at,
      last_at: at,
      times: 1,
      lat: isReport ? null : pickup.lat,
      lng: isReport ? null : pickup.lng,
      over_at: kind === 'standstill' ? resolved_at : at,
      resolved_at: resolve ? resolved_at : null,
      resolved_by: resolve ? admin : null,
      note: resolve ? chance.pick(notes) : null,
      message,
    });
  }

  return {
    /** Adds random events around this booking. */
    addFor({ booking }: PastRecord): void {
      if (chance.is(CHAT_SHARE)) chat(booking);
      if (booking.trip_end_time === null) return;
      trips += 1;
      if (trips % TRIPS_PER_ALERT === TRIPS_PER_ALERT / 2)
        alert(storyKinds[Math.floor(trips / TRIPS_PER_ALERT) % storyKinds.length] ?? 'help', booking, true);
    },
    /** Adds an open lost-item report on the last day, for the admin to handle. */
    addOpenReport(records: readonly PastRecord[]): void {
      const recent = records.filter(
        ({ booking }) =>
          booking.appcat === 'taxi' &&
          booking.trip_end_time !== null &&
          booking.trip_end_time < end - 4 * MS_PER_HOUR &&
          booking.trip_end_time > end - MS_PER_DAY,
      );
      const last = recent.at(-1);
      if (last !== undefined) alert('lost_item', last.booking, false);
    },
    rows: { chats, messages, alerts },
  };
}
