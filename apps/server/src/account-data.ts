// Implements identity's port AccountData: erases and exports one user's data in all modules.
import { toMajor } from '@kerb/domain/kernel';
import type { Clock, Queries } from './kit/index.ts';
import type { BookingApi } from './modules/booking/index.ts';
import type { ChatApi } from './modules/chat/index.ts';
import type { eraseDriverFromDispatch } from './modules/dispatch/index.ts';
import type { DriverDocumentsApi } from './modules/driver-documents/index.ts';
import type { FleetApi } from './modules/fleet/index.ts';
import type { AccountData } from './modules/identity/index.ts';
import type { rewriteFilesOfRider } from './modules/mobility-data/index.ts';
import type { MoneyApi } from './modules/money/index.ts';
import type { NotificationsApi } from './modules/notifications/index.ts';
import type { PaymentsApi } from './modules/payments/index.ts';
import type { erasePhoneDesk, exportRiderNotes } from './modules/phone-desk/index.ts';
import type { eraseReceiptMails } from './modules/receipts/index.ts';
import type { RecurringBookingsApi } from './modules/recurring-bookings/index.ts';
import type { ReferralsApi } from './modules/referrals/index.ts';
import type { eraseTrips, exportTrips } from './modules/safety/index.ts';
import type { eraseSavedViews, exportSavedViews } from './modules/saved-views/index.ts';
import type { SettingsApi } from './modules/settings/index.ts';
import type { ShiftsApi } from './modules/shifts/index.ts';
import type { VehiclesApi } from './modules/vehicles/index.ts';
import type { WalletApi } from './modules/wallet/index.ts';

export interface AccountDataDeps {
  db: Queries;
  clock: Clock;
  settings: Pick<SettingsApi, 'get'>;
  fleet: Pick<FleetApi, 'eraseDriver' | 'dissolveFleet' | 'driverPartOf' | 'dutyPeriodsOf'>;
  documents: Pick<DriverDocumentsApi, 'eraseDocuments' | 'exportDocuments'>;
  wallet: Pick<WalletApi, 'lockAnyBalance' | 'history'>;
  money: MoneyApi;
  booking: Pick<
    BookingApi,
    'giveBackAheadOf' | 'hasUnsettledBooking' | 'hasPendingRefund' | 'erasePerson' | 'exportOf'
  >;
  recurringBookings: RecurringBookingsApi;
  shifts: Pick<ShiftsApi, 'eraseDriver' | 'exportOf'>;
  vehicles: Pick<VehiclesApi, 'erasePerson' | 'exportOf'>;
  payments: Pick<PaymentsApi, 'exportOf' | 'erasePerson'>;
  dispatch: { eraseDriverFromDispatch: typeof eraseDriverFromDispatch };
  chat: Pick<ChatApi, 'erasePerson' | 'messagesOf'>;
  notifications: NotificationsApi;
  mobilityData: { rewriteFilesOfRider: typeof rewriteFilesOfRider };
  receipts: { eraseReceiptMails: typeof eraseReceiptMails };
  referrals: ReferralsApi;
  safety: { eraseTrips: typeof eraseTrips; exportTrips: typeof exportTrips };
  phoneDesk: { erasePhoneDesk: typeof erasePhoneDesk; exportRiderNotes: typeof exportRiderNotes };
  savedViews: { eraseSavedViews: typeof eraseSavedViews; exportSavedViews: typeof exportSavedViews };
}

/** Maximum number of wallet entries in one export. */
const MAX_ENTRIES = 20_000;

export function createAccountData(deps: AccountDataDeps): AccountData {
  const {
    db,
    clock,
    settings,
    fleet,
    documents,
    wallet,
    money,
    booking,
    recurringBookings,
    shifts,
    vehicles,
    payments,
    dispatch,
    chat,
    notifications,
    mobilityData,
    receipts,
    referrals,
    safety,
    phoneDesk,
    savedViews,
  } = deps;

  async function walletHistory(uid: string) {
    const { decimal } = await settings.get();
    const entries = await wallet.history(uid, { limit: MAX_ENTRIES });
    return entries.map(({ at, kind, amount, balance, reason, tx_ref: txRef }) => ({
      date: at,
      kind,
      txRef,
      ...(reason === null ? {} : { reason }),
      amount: toMajor(amount, decimal),
      balance: toMajor(balance, decimal),
    }));
  }

  async function driverOf(uid: string) {
    const driver = await fleet.driverPartOf(uid);
    if (driver === null) return null;
    const [files, periods, planned, handovers] = await Promise.all([
      documents.exportDocuments(uid),
      fleet.dutyPeriodsOf(uid),
      shifts.exportOf(uid),
      vehicles.exportOf(uid),
    ]);
    const onDuty = periods.map(({ started_at, ended_at }) => ({ from: started_at, until: ended_at }));
    return { ...driver, documents: files, onDuty, shifts: planned, sharedVehicles: handovers };
  }

  return {
    giveBackAheadOf: booking.giveBackAheadOf,
    hasUnsettledBooking: booking.hasUnsettledBooking,
    lockBalance: wallet.lockAnyBalance,
    hasPendingPayout: async (tx, uid) =>
      (await money.hasPendingWithdraw(tx, uid)) || (await booking.hasPendingRefund(tx, uid)),
    async erase(tx, person) {
      await documents.eraseDocuments(tx, person.uid);
      await vehicles.erasePerson(tx, person.uid);
      await fleet.eraseDriver(tx, person.uid);
      await shifts.eraseDriver(tx, person.uid);
      await fleet.dissolveFleet(tx, person.uid);
      await money.erasePerson(tx, person.uid);
      await payments.erasePerson(tx, person.uid);
      await referrals.erasePerson(tx, person.uid);
      await dispatch.eraseDriverFromDispatch(tx, person.uid);
      await chat.erasePerson(tx, person.uid);
      await recurringBookings.erasePerson(tx, person.uid);
      const { ridden, driven } = await booking.erasePerson(tx, person.uid);
      const bookings = [...ridden, ...driven];
      await notifications.erasePerson(tx, person, bookings);
      const { timezone } = await settings.get();
      await mobilityData.rewriteFilesOfRider(tx, person.uid, { bookings, timezone, now: clock.now() });
      await receipts.eraseReceiptMails(tx, bookings);
      await safety.eraseTrips(tx, person.uid, { ridden, driven });
      await phoneDesk.erasePhoneDesk(tx, person);
      await savedViews.eraseSavedViews(tx, person.uid);
    },
    async exportOf(uid) {
      const [rides, messages, history, withdraws, paid, driver, notices, invitations] = await Promise.all([
        booking.exportOf(uid),
        chat.messagesOf(uid),
        walletHistory(uid),
        money.withdrawsOf(uid),
        payments.exportOf(uid),
        driverOf(uid),
        notifications.noticesOf(uid),
        referrals.exportOf(uid),
      ]);
      const views = await savedViews.exportSavedViews(db, uid);
      const notesByDispatchers = await phoneDesk.exportRiderNotes(db, uid);
      const recurring = await recurringBookings.exportOf(uid);
      const safe = await safety.exportTrips(db, uid, rides.bookings);
      const own = {
        ...safe,
        recurringBookings: recurring,
        messages,
        wallet: history,
        withdraws,
        payments: paid,
        invitations,
        savedViews: views,
        notesByDispatchers,
      };
      return { ...rides, ...own, ...(driver === null ? {} : { driver }), notices };
    },
  };
}
