// Returns a driver's day: earnings by hour and by trip, time on duty, and the next payout.
import type { DriverDay } from '@kerb/contract';
import { shareOf } from '@kerb/domain/dispatch';
import { driverHours, type Income } from '@kerb/domain/fleet';
import {
  add,
  calendarDay,
  DomainError,
  hoursOfDay,
  isoDay,
  type Minor,
  parseDay,
  type Span,
  toMajor,
  ZERO,
} from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Actor, Clock, Queries } from '../../kit/index.ts';
import { driverDayRepository } from './driver-day.repository.ts';
import { reportsPolicy } from './reports.policy.ts';
import type { MovementRow } from './statement.repository.ts';
import { kindOf } from './view-statement.ts';

export interface DriverDayDeps {
  db: Queries;
  clock: Clock;
  settings: { get(): Promise<Pick<Settings, 'timezone' | 'decimal'>> };
  fleet: { dutyBetween(uid: string, span: Span): Promise<readonly Span[]> };
  booking: {
    answeredOffers(
      driver: string,
      since: number,
      until: number,
    ): Promise<{ offers: number; accepted: number }>;
  };
  wallet: { balanceOf(uid: string): Promise<Minor> };
  money: { waitingOf(uid: string): Promise<{ count: number; amount: Minor; since: number | null }> };
}

/** Far above the number of movements of a driver in a day. */
const MAX_MOVEMENTS = 2000;

/** A movement of the wallet from a booking. */
interface Earning {
  kind: 'driver_share' | 'fare_review' | 'tip' | 'cancellation_fee';
  amount: Minor;
  at: number;
  booking: string;
  reference: string | null;
}

/**
 * Filters the earnings: cash in hand, top-ups, credits, withdrawals, and trips as a rider change the wallet but are not
 * earnings.
 */
function earningsAmong(movements: readonly MovementRow[]): Earning[] {
  return movements.flatMap((movement) => {
    const { amount, at, booking, reference } = movement;
    const ofDriver = kindOf(movement);
    if (booking === null) return [];
    switch (ofDriver) {
      case 'driver_share':
      case 'fare_review':
      case 'tip':
      case 'cancellation_fee':
        return [{ kind: ofDriver, amount, at, booking, reference }];
      default:
        return [];
    }
  });
}

const sumOf = (earnings: readonly Earning[], kind?: Earning['kind']): Minor =>
  earnings
    .filter((one) => kind === undefined || one.kind === kind)
    .reduce<Minor>((sum, { amount }) => add(sum, amount), ZERO);

/** One line for each booking, in the order of its first movement on the day. */
function linesOf(earnings: readonly Earning[], decimals: number): DriverDay['lines'] {
  const bookings = [...new Set(earnings.map(({ booking }) => booking))];
  return bookings.map((booking) => {
    const own = earnings.filter((one) => one.booking === booking);
    return {
      booking,
      reference: own[0]?.reference ?? null,
      at: own[0]?.at ?? 0,
      driver_share: toMajor(add(sumOf(own, 'driver_share'), sumOf(own, 'fare_review')), decimals),
      tip: toMajor(sumOf(own, 'tip'), decimals),
      cancellation_fee: toMajor(sumOf(own, 'cancellation_fee'), decimals),
      total: toMajor(sumOf(own), decimals),
    };
  });
}

const asIncome = ({ at, amount, kind }: Earning): Income => ({ at, amount, isTrip: kind === 'driver_share' });

/**
 * Throws `invalid_input` for a future day and for one that the time zone skipped, and `report_too_long` for too many
 * movements.
 */
export function createViewDriverDay(deps: DriverDayDeps) {
  const { db, clock, settings, fleet, booking, wallet, money } = deps;

  async function payoutOf(uid: string, decimals: number): Promise<DriverDay['payout']> {
    const [balance, waiting] = await Promise.all([wallet.balanceOf(uid), money.waitingOf(uid)]);
    return {
      balance: toMajor(balance, decimals),
      withdrawable: Math.max(0, toMajor(balance, decimals)),
      waiting: { ...waiting, amount: toMajor(waiting.amount, decimals) },
    };
  }

  return async function viewDriverDay(actor: Actor, date: string | undefined): Promise<DriverDay> {
    reportsPolicy.getMyDay(actor);
    const { timezone, decimal } = await settings.get();
    const today = isoDay(calendarDay(clock.now(), timezone));
    const day = date ?? today;
    const slots = day > today ? [] : hoursOfDay(parseDay(day), timezone);
    const starts = slots[0]?.starts;
    const ends = slots.at(-1)?.ends;
    if (starts === undefined || ends === undefined) throw new DomainError('invalid_input');
    const [movements, onDuty, { offers, accepted }, payout] = await Promise.all([
      driverDayRepository(db).movements(actor.uid, { starts, ends }, MAX_MOVEMENTS + 1),
      fleet.dutyBetween(actor.uid, { starts, ends }),
      booking.answeredOffers(actor.uid, starts, ends),
      payoutOf(actor.uid, decimal),
    ]);
    if (movements.length > MAX_MOVEMENTS) throw new DomainError('report_too_long');
    const earnings = earningsAmong(movements);
    const hours = driverHours(slots, earnings.map(asIncome), onDuty);
    return {
      day,
      today,
      total: toMajor(sumOf(earnings), decimal),
      trips: hours.reduce((sum, { trips }) => sum + trips, 0),
      online_secs: hours.reduce((sum, { online_secs }) => sum + online_secs, 0),
      offers,
      accepted,
      acceptance: shareOf(accepted, offers),
      hours: hours.map(({ earned, ...hour }) => ({ ...hour, earned: toMajor(earned, decimal) })),
      lines: linesOf(earnings, decimal),
      payout,
    };
  };
}
