// Returns the operator's figures of a period and of the previous period, grouped by hour, day or area of the city.
import type { FigureGroup, FigureSet, Figures, FiguresBy } from '@kerb/contract';
import { boundsOfCellNamed, centreOfBounds } from '@kerb/domain/dispatch';
import {
  type DayRange,
  daysOf,
  type FigurePeriod,
  figurePeriod,
  type NamedArea,
  nameAreas,
  valueIfCounted,
} from '@kerb/domain/figures';
import type { LatLng } from '@kerb/domain/geo';
import type { ManagedScope } from '@kerb/domain/identity';
import {
  calendarDay,
  hoursOfDay,
  isoDay,
  MS_PER_HOUR,
  MS_PER_SECOND,
  parseDay,
  type Span,
  wallClock,
} from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Actor, Clock, Queries } from '../../kit/index.ts';
import {
  type BookingFigures,
  type DutyFigures,
  type FigureGrouping,
  type FigureSlot,
  figuresRepository,
  type OfferFigures,
} from './figures.repository.ts';
import { reportsPolicy } from './reports.policy.ts';

export interface FiguresDeps {
  db: Queries;
  clock: Clock;
  settings: { get(): Promise<Pick<Settings, 'timezone'>> };
  maps: {
    /** Name of the suburb around a point; null when unknown. */
    quarterAt(point: LatLng): Promise<string | null>;
  };
}

export interface FiguresQuery extends DayRange {
  by: FiguresBy;
}

/** The rows of one period, by group; the key null is the whole period. */
interface Counted {
  bookings: ReadonlyMap<string | null, BookingFigures>;
  offers: ReadonlyMap<string | null, OfferFigures>;
  /** Grouped by area, it only has the whole period. */
  duty: ReadonlyMap<string | null, DutyFigures>;
}

const byKey = <Row extends { key: string | null }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.key, row]));

const secondsOf = (ms: number): number => Math.round(ms / MS_PER_SECOND);
const ratio = (counted: number, value: number | null): number | null =>
  value === null ? null : valueIfCounted(counted, Math.round(value * 10_000) / 10_000);
const shareOf = (part: number, whole: number, counted = whole): number | null =>
  whole === 0 ? null : valueIfCounted(counted, part / whole);

function useOfDrivers(row: DutyFigures | undefined): NonNullable<FigureSet['utilisation']> {
  const { bookings = 0, duty_ms = 0, busy_ms = 0 } = row ?? {};
  return {
    bookings,
    duty_secs: secondsOf(duty_ms),
    busy_secs: secondsOf(busy_ms),
    // Given from one hour on duty, even without any booking.
    share: duty_ms < MS_PER_HOUR ? null : busy_ms / duty_ms,
  };
}

function figureSetOf(counted: Counted, key: string | null, withDuty: boolean): FigureSet {
  const booked = counted.bookings.get(key);
  const offered = counted.offers.get(key);
  const { ended = 0, completed = 0, waited = 0, timed = 0, priced = 0 } = booked ?? {};
  const { bookings = 0, offers = 0, accepted = 0 } = offered ?? {};
  const [median = null, p90 = null] = booked?.waiting ?? [];
  return {
    waiting: {
      bookings: waited,
      median_secs: median === null ? null : valueIfCounted(waited, Math.round(median)),
      p90_secs: p90 === null ? null : valueIfCounted(waited, Math.round(p90)),
    },
    completion: { bookings: ended, completed, share: shareOf(completed, ended) },
    acceptance: { bookings, offers, accepted, share: shareOf(accepted, offers) },
    utilisation: withDuty ? useOfDrivers(counted.duty.get(key)) : null,
    time: {
      bookings: timed,
      median_ratio: ratio(timed, booked?.time_ratio ?? null),
      p90_error: ratio(timed, booked?.time_error ?? null),
    },
    fare: {
      bookings: priced,
      median_ratio: ratio(priced, booked?.fare_ratio ?? null),
      p90_error: ratio(priced, booked?.fare_error ?? null),
    },
  };
}

/** The slots of the span: its hours, by hour of the day, its days, or the whole span. */
function slotsOf(by: FiguresBy, { starts, ends }: Span, timezone: string): FigureSlot[] {
  if (starts >= ends) return [];
  const until = (end: number) => Math.min(end, ends);
  if (by === 'area') return [{ key: 'all', starts, ends }];
  const days: string[] = [];
  for (let day = isoDay(calendarDay(starts, timezone)); ; day = isoDay(parseDay(day, 1))) {
    if (day > isoDay(calendarDay(ends - 1, timezone))) break;
    days.push(day);
  }
  const hours = days.flatMap((day) => hoursOfDay(parseDay(day), timezone).map((hour) => ({ ...hour, day })));
  const slots = hours.map((hour) => ({
    key: by === 'day' ? hour.day : String(new Date(wallClock(hour.starts, timezone)).getUTCHours()),
    starts: hour.starts,
    ends: until(hour.ends),
  }));
  return slots.filter((slot) => slot.starts < slot.ends);
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const noGroup = { hour: null, day: null, day_before: null, area: null };
/** Most areas in a response; those with most bookings in both periods together are returned. */
const MAX_AREAS = 60;

/**
 * Throws `invalid_input` for a period that ends before it begins or is in the future, and `report_too_long` above 92
 * days.
 */
export function createViewFigures({ db, clock, settings, maps }: FiguresDeps) {
  const repository = figuresRepository(db);
  /** Cached, because suburbs do not change while a city is in use. */
  const quarters = new Map<string, string>();

  async function quarterOf(cell: string): Promise<string | null> {
    const known = quarters.get(cell);
    if (known !== undefined) return known;
    const bounds = boundsOfCellNamed(cell);
    const name = bounds && (await maps.quarterAt(centreOfBounds(bounds)));
    if (name !== null) quarters.set(cell, name);
    return name;
  }

  /** The areas are those of both periods, because both are counted by the same areas. */
  async function areasOf(
    scope: ManagedScope,
    { passed, previous }: Pick<FigurePeriod, 'passed' | 'previous'>,
  ): Promise<NamedArea[]> {
    const cells = await repository.cells(scope, passed, previous);
    const names = new Map<string, string | null>();
    for (const cell of cells) names.set(cell, await quarterOf(cell));
    return nameAreas(cells, names).slice(0, MAX_AREAS);
  }

  async function countIn(scope: ManagedScope, span: Span, grouping: FigureGrouping): Promise<Counted> {
    const whole = { ...grouping, by: 'day' as const };
    const isByArea = grouping.by === 'area';
    const slots = slotsOf(grouping.by, span, grouping.timezone);
    const [bookings, offers, duty, allBookings, allOffers] = await Promise.all([
      repository.bookings(scope, span, grouping),
      repository.offers(scope, span, grouping),
      slots.length === 0 ? [] : repository.duty(scope, slots, clock.now()),
      // Bookings outside all areas are counted in the whole period only.
      isByArea ? repository.bookings(scope, span, whole) : [],
      isByArea ? repository.offers(scope, span, whole) : [],
    ]);
    const totalsOnly = <Row extends { key: string | null }>(rows: readonly Row[]) =>
      rows.filter(({ key }) => key === null);
    return {
      bookings: byKey([...bookings, ...totalsOnly(allBookings)]),
      offers: byKey([...offers, ...totalsOnly(allOffers)]),
      duty: byKey(duty),
    };
  }

  function groupsOf(query: FiguresQuery, { days }: FigurePeriod, areas: readonly NamedArea[]) {
    switch (query.by) {
      case 'hour':
        return HOURS.map((hour) => ({
          keys: [String(hour), String(hour)] as const,
          group: { ...noGroup, hour },
        }));
      case 'day':
        return daysOf(query).map((day) => {
          const before = isoDay(parseDay(day, -days));
          return { keys: [day, before] as const, group: { ...noGroup, day, day_before: before } };
        });
      case 'area':
        return areas.map((area, index) => ({
          keys: [String(index), String(index)] as const,
          group: { ...noGroup, area },
        }));
    }
  }

  async function readFigures(scope: ManagedScope, query: FiguresQuery): Promise<Figures> {
    const { timezone } = await settings.get();
    const period = figurePeriod(query, clock.now(), timezone);
    const { passed, previous } = period;
    const areas = query.by === 'area' ? await areasOf(scope, period) : [];
    const grouping = { by: query.by, timezone, areas };
    const now = await countIn(scope, passed, grouping);
    const before = await countIn(scope, previous, grouping);
    const reasons = await repository.reasons(scope, passed);
    const words = reasons.map(({ reason }) => reason);
    const reasonsBefore = await repository.reasonsAmong(scope, previous, words);
    const withDuty = query.by !== 'area';
    const groups = groupsOf(query, period, areas).map(
      ({ keys: [key, keyBefore], group }): FigureGroup => ({
        ...group,
        now: figureSetOf(now, key, withDuty),
        before: figureSetOf(before, keyBefore, withDuty),
      }),
    );
    return {
      from: query.from,
      to: query.to,
      ongoing: period.ongoing,
      counted_until: lastOf(passed, period, timezone),
      previous: {
        from: isoDay(calendarDay(previous.starts, timezone)),
        to: lastOf(previous, period, timezone),
      },
      total: { now: figureSetOf(now, null, true), before: figureSetOf(before, null, true) },
      groups,
      reasons: reasons.map(({ reason, bookings }) => ({
        reason,
        now: bookings,
        before: reasonsBefore.get(reason) ?? 0,
      })),
    };
  }

  /**
   * Promises of running reads: concurrent requests for the same figures share one read, because a long period takes
   * seconds.
   */
  const reading = new Map<string, Promise<Figures>>();

  return async function viewFigures(actor: Actor, query: FiguresQuery): Promise<Figures> {
    const scope = reportsPolicy.getFigures(actor);
    const key = JSON.stringify([scope, query.from, query.to, query.by]);
    const started = reading.get(key) ?? readFigures(scope, query).finally(() => reading.delete(key));
    reading.set(key, started);
    return started;
  };
}

/** The last day of the part, or its last minute while the period is not over. */
const lastOf = ({ ends }: Span, { ongoing }: FigurePeriod, timezone: string): string =>
  ongoing
    ? new Date(wallClock(ends, timezone)).toISOString().slice(0, 16)
    : isoDay(calendarDay(ends - 1, timezone));
