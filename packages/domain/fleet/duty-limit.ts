// Computes how long a driver may stay on duty: hours in any 24 hours, and hours without a break. Pure functions; times
// in ms since the epoch.
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND, type Span } from '../kernel/index.ts';
import type { Settings } from '../settings/index.ts';
import { mergeSpans } from './driver-day.ts';

export type DutySettings = Pick<Settings, 'dutyHoursLimit' | 'breakAfterHours' | 'breakMinutes'>;

/** Rules that end a duty: the hours in any 24 hours, or the hours without a break. */
export const dutyRules = ['duty_limit', 'break_needed'] as const;
export type DutyRule = (typeof dutyRules)[number];

/** Minimum remaining time with which a driver may go on duty, because a shorter duty would end at once. */
export const MIN_DUTY_MS = 5 * MS_PER_MINUTE;

export interface DutyState {
  /** Whole seconds on duty within the last 24 hours. */
  worked_secs: number;
  /** Whole seconds on duty since the last sufficient break. */
  unbroken_secs: number;
  /** When a driver who stays on duty from now on must stop; null without a limit. */
  until: number | null;
  /** The rule that sets `until`. */
  rule: DutyRule | null;
  /**
   * When the limit of hours in 24 hours is reached, and when a break is due, for a driver who stays on duty from now
   * on.
   */
  limit_at: number | null;
  break_due_at: number | null;
  /** When the break of a driver who stays off duty is long enough; null on duty, and without that limit. */
  break_ends_at: number | null;
  /** From when a driver who stays off duty may go on duty; `now` when allowed already. */
  allowed_from: number;
  /** The rule that keeps a driver off duty until `allowed_from`; null when allowed already. */
  refused: DutyRule | null;
}

export const hasDutyLimits = (settings: DutySettings): boolean => {
  return settings.dutyHoursLimit > 0 || hasBreaks(settings);
};

const hasBreaks = ({ breakAfterHours, breakMinutes }: DutySettings): boolean =>
  breakAfterHours > 0 && breakMinutes > 0;

const lengthOf = ({ starts, ends }: Span): number => ends - starts;
const sumOf = (spans: readonly Span[]): number => spans.reduce((sum, span) => sum + lengthOf(span), 0);

/** Returns the parts of merged spans between two times. */
const within = (spans: readonly Span[], from: number, until: number): Span[] =>
  spans.flatMap(({ starts, ends }) => {
    const part = { starts: Math.max(starts, from), ends: Math.min(ends, until) };
    return part.ends > part.starts ? [part] : [];
  });

/**
 * Returns when the limit of hours in 24 hours is reached if the driver is on duty from `from` on. Earlier time on duty
 * leaves the 24-hour window as fast as new time enters it, so the total grows only while the start of the window lies
 * outside of a duty period.
 */
function limitReachedAt(periods: readonly Span[], from: number, limitMs: number): number {
  let left = limitMs - sumOf(within(periods, from - MS_PER_DAY, from));
  let at = from;
  for (const { starts, ends } of within(periods, from - MS_PER_DAY, from)) {
    const enters = starts + MS_PER_DAY;
    if (left < enters - at) return at + Math.max(0, left);
    left -= enters - at;
    at = ends + MS_PER_DAY;
  }
  return at + Math.max(0, left);
}

/** Returns the periods since the last sufficient break, which may be the time off duty directly before `at`. */
function sinceBreak(periods: readonly Span[], at: number, breakMs: number): Span[] {
  const since: Span[] = [];
  let next = at;
  for (const period of within(periods, Number.NEGATIVE_INFINITY, at).toReversed()) {
    if (next - period.ends >= breakMs) break;
    since.unshift(period);
    next = period.starts;
  }
  return since;
}

interface Rules {
  limitMs: number | null;
  breakAfterMs: number | null;
  breakMs: number;
}

const rulesOf = (settings: DutySettings): Rules => ({
  limitMs: settings.dutyHoursLimit > 0 ? settings.dutyHoursLimit * MS_PER_HOUR : null,
  breakAfterMs: hasBreaks(settings) ? settings.breakAfterHours * MS_PER_HOUR : null,
  breakMs: settings.breakMinutes * MS_PER_MINUTE,
});

const limitAt = (periods: readonly Span[], from: number, { limitMs }: Rules): number | null =>
  limitMs === null ? null : limitReachedAt(periods, from, limitMs);

const breakAt = (periods: readonly Span[], from: number, { breakAfterMs, breakMs }: Rules): number | null =>
  breakAfterMs === null ? null : from + Math.max(0, breakAfterMs - sumOf(sinceBreak(periods, from, breakMs)));

/**
 * Returns the first second from `now` on at which enough time is left. The remaining time grows with the time off duty
 * and is complete after a day, so a binary search over the next day is possible.
 */
function allowedFrom(now: number, dutyEndsAt: (from: number) => number | null): number {
  const isEnough = (at: number): boolean => (dutyEndsAt(at) ?? Number.POSITIVE_INFINITY) - at >= MIN_DUTY_MS;
  if (isEnough(now)) return now;
  let tooEarly = 0;
  let enough = MS_PER_DAY / MS_PER_SECOND;
  while (enough - tooEarly > 1) {
    const middle = Math.floor((tooEarly + enough) / 2);
    if (isEnough(now + middle * MS_PER_SECOND)) enough = middle;
    else tooEarly = middle;
  }
  return now + enough * MS_PER_SECOND;
}

/** Returns the earlier end, with its rule. */
function firstEnd(limit: number | null, pause: number | null): Pick<DutyState, 'until' | 'rule'> {
  if (limit === null && pause === null) return { until: null, rule: null };
  if (pause === null || (limit !== null && limit <= pause)) return { until: limit, rule: 'duty_limit' };
  return { until: pause, rule: 'break_needed' };
}

/**
 * Computes the duty state of a driver. `periods` are the times on duty, at least those of the last two days, in any
 * order; they may overlap. Time after `now` is ignored.
 */
export function dutyState(periods: readonly Span[], settings: DutySettings, now: number): DutyState {
  const rules = rulesOf(settings);
  const past = within(mergeSpans(periods), Number.NEGATIVE_INFINITY, now);
  const limitAllows = allowedFrom(now, (from) => limitAt(past, from, rules));
  const breakAllows = allowedFrom(now, (from) => breakAt(past, from, rules));
  const allowed_from = Math.max(limitAllows, breakAllows);
  const last = past.at(-1);
  const breakDueAt = breakAt(past, now, rules);
  const limit_at = limitAt(past, now, rules);
  return {
    worked_secs: Math.floor(sumOf(within(past, now - MS_PER_DAY, now)) / MS_PER_SECOND),
    unbroken_secs: Math.floor(sumOf(sinceBreak(past, now, rules.breakMs)) / MS_PER_SECOND),
    ...firstEnd(limit_at, breakDueAt),
    limit_at,
    break_due_at: breakDueAt,
    break_ends_at:
      breakDueAt === null || last === undefined || last.ends >= now ? null : last.ends + rules.breakMs,
    allowed_from,
    refused: allowed_from === now ? null : limitAllows >= breakAllows ? 'duty_limit' : 'break_needed',
  };
}
