// What the modules know of one person, brought together for deleting and exporting an account.
import { toMajor } from '@kerb/domain/kernel';
import type { Queries, Tx } from './kit/index.ts';
import type { BookingApi } from './modules/booking/index.ts';
import type { ChatApi } from './modules/chat/index.ts';
import type { FleetApi } from './modules/fleet/index.ts';
import type { AccountModuleDeps } from './modules/identity/index.ts';
import type { NotificationsApi } from './modules/notifications/index.ts';
import type { PaymentsApi } from './modules/payments/index.ts';
import type { eraseTrips, exportTrips } from './modules/safety/index.ts';
import type { SettingsApi } from './modules/settings/index.ts';
import type { MoneyApi, WalletApi } from './modules/wallet/index.ts';

export interface AccountElsewhereDeps {
  db: Queries;
  settings: Pick<SettingsApi, 'get'>;
  fleet: Pick<FleetApi, 'eraseDriver' | 'dissolveFleet' | 'exportDriver'>;
  wallet: Pick<WalletApi, 'holdAnyBalance' | 'history'>;
  money: MoneyApi;
  booking: Pick<BookingApi, 'hasOpenBooking' | 'erasePerson' | 'exportOf'>;
  payments: Pick<PaymentsApi, 'exportOf' | 'erasePerson'>;
  chat: Pick<ChatApi, 'erasePerson' | 'messagesOf'>;
  notifications: NotificationsApi;
  safety: { eraseTrips: typeof eraseTrips; exportTrips: typeof exportTrips };
}

type Elsewhere = Pick<
  AccountModuleDeps,
  'hasOpenBooking' | 'holdBalance' | 'eraseElsewhere' | 'exportElsewhere'
>;

/** More entries than one person's wallet gets in years. */
const MOST_ENTRIES = 20_000;

export function accountElsewhere(deps: AccountElsewhereDeps): Elsewhere {
  const { db, settings, fleet, wallet, money, booking, payments, chat, notifications, safety } = deps;

  async function walletHistory(uid: string) {
    const { decimal } = await settings.get();
    const entries = await wallet.history(uid, { limit: MOST_ENTRIES });
    return entries.map(({ at, kind, amount, balance, reason, tx_ref: txRef }) => ({
      date: at,
      kind,
      txRef,
      ...(reason === null ? {} : { reason }),
      amount: toMajor(amount, decimal),
      balance: toMajor(balance, decimal),
    }));
  }

  return {
    hasOpenBooking: booking.hasOpenBooking,
    holdBalance: wallet.holdAnyBalance,
    async eraseElsewhere(tx: Tx, person) {
      await fleet.eraseDriver(tx, person.uid);
      await fleet.dissolveFleet(tx, person.uid);
      await money.erasePerson(tx, person.uid);
      await payments.erasePerson(tx, person.uid);
      await chat.erasePerson(tx, person.uid);
      const bookings = await booking.erasePerson(tx, person.uid);
      await notifications.erasePerson(tx, person, bookings);
      await safety.eraseTrips(tx, bookings);
    },
    async exportElsewhere(uid) {
      const [rides, messages, history, withdraws, paid, driver, notices] = await Promise.all([
        booking.exportOf(uid),
        chat.messagesOf(uid),
        walletHistory(uid),
        money.withdrawsOf(uid),
        payments.exportOf(uid),
        fleet.exportDriver(uid),
        notifications.noticesOf(uid),
      ]);
      const safe = await safety.exportTrips(db, uid, rides.bookings);
      const own = { ...safe, messages, wallet: history, withdraws, payments: paid };
      return { ...rides, ...own, ...(driver === null ? {} : { driver }), notices };
    },
  };
}
