// Formats the figures: value, change, detail line, and axis unit of each.
import type { FigureSet } from '@kerb/contract';
import { changeOf, type FigureName } from '@kerb/domain/figures';
import { isolated } from '@kerb/texts';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatHours, formatPercent, formatPoints, formatSpan } from '../../lib/format-figures.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-format.ts';

/** In the unit of the figure: seconds, shares, or driven ÷ quoted; null when there are too few data. */
export function valueOfFigure(set: FigureSet, figure: FigureName): number | null {
  switch (figure) {
    case 'waiting':
      return set.waiting.median_secs;
    case 'completion':
      return set.completion.share;
    case 'acceptance':
      return set.acceptance.share;
    case 'utilisation':
      return set.utilisation?.share ?? null;
    case 'time':
      return set.time.median_ratio;
    case 'fare':
      return set.fare.median_ratio;
  }
}

export const bookingsOf = (set: FigureSet, figure: FigureName): number => set[figure]?.bookings ?? 0;

/** The value in axis units: minutes instead of seconds, percent instead of shares. */
export function axisValue(figure: FigureName, value: number | null): number | null {
  if (value === null) return null;
  switch (figure) {
    case 'waiting':
      return value / 60;
    case 'completion':
    case 'acceptance':
    case 'utilisation':
      return value * 100;
    case 'time':
    case 'fare':
      return (value - 1) * 100;
  }
}

const isRatio = (figure: FigureName): boolean => figure === 'time' || figure === 'fare';

export interface FigureLook {
  /** "5 min 30 sec", "91.4%", "+4%"; a sentence when there are too few data. */
  readonly value: (figure: FigureName, value: number | null) => string;
  /** "−24 sec better"; null without a comparison. */
  readonly change: (figure: FigureName, now: number | null, before: number | null) => ShownChange | null;
  /** The numbers that the figure is computed from, or null. */
  readonly detail: (figure: FigureName, set: FigureSet) => string | null;
  /** Formats an axis value for tooltips. */
  readonly axisText: (figure: FigureName, value: number) => string;
  readonly unit: (figure: FigureName) => string;
  readonly bookings: (count: number) => string;
}

export interface ShownChange {
  readonly text: string;
  readonly verdict: 'better' | 'worse' | 'same';
  readonly isUp: boolean;
}

const signed = (text: string, difference: number): string => `${difference < 0 ? '−' : '+'}${text}`;

function changeText(t: TFunction, locale: string, figure: FigureName, difference: number): string {
  if (figure === 'waiting') return signed(formatSpan(Math.abs(difference), locale), difference);
  return t('figures_points', { points: isolated(formatPoints(difference, locale)) });
}

function detailOf(
  t: TFunction,
  { locale, number }: { locale: string; number: (value: number) => string },
  figure: FigureName,
  set: FigureSet,
): string | null {
  const within = (value: string) => t('figures_p90', { value: isolated(value) });
  switch (figure) {
    case 'waiting':
      return set.waiting.p90_secs === null ? null : within(formatSpan(set.waiting.p90_secs, locale));
    case 'completion':
      return null;
    case 'acceptance':
      return t('figures_offers', {
        accepted: number(set.acceptance.accepted),
        offers: number(set.acceptance.offers),
      });
    case 'utilisation':
      return (
        set.utilisation &&
        t('figures_on_duty', {
          busy: isolated(formatHours(set.utilisation.busy_secs, locale)),
          duty: isolated(formatHours(set.utilisation.duty_secs, locale)),
        })
      );
    case 'time':
    case 'fare': {
      const { p90_error } = set[figure];
      return p90_error === null ? null : within(`±${formatPercent(p90_error, locale)}`);
    }
  }
}

export function useFigureLook(): FigureLook {
  const { t } = useTranslation();
  const { dateLocale: locale } = useLanguage();
  const { number } = useFormat();
  return useMemo(() => {
    const value = (figure: FigureName, of: number | null): string => {
      if (of === null) return t('figures_too_few');
      if (figure === 'waiting') return formatSpan(of, locale);
      return isRatio(figure) ? formatPercent(of - 1, locale, true) : formatPercent(of, locale);
    };
    return {
      value,
      change: (figure, now, before) => {
        const change = changeOf(figure, now, before);
        if (change === null) return null;
        const { difference, verdict } = change;
        const text = isolated(changeText(t, locale, figure, difference));
        return {
          text: verdict === 'same' ? t('figures_same') : t(`figures_${verdict}`, { change: text }),
          verdict,
          isUp: difference > 0,
        };
      },
      detail: (figure, set) => detailOf(t, { locale, number }, figure, set),
      axisText: (figure, at) => {
        if (figure === 'waiting') return formatSpan(at * 60, locale);
        return formatPercent(at / 100, locale, isRatio(figure));
      },
      unit: (figure) => (figure === 'waiting' ? t('figures_minutes') : '%'),
      bookings: (count) => t('figures_bookings', { count, bookings: number(count) }),
    };
  }, [t, locale, number]);
}
