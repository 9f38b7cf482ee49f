// Shared settings of all charts: colours of series, axes with units, and writing direction.
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-format.ts';
import type { ChartSeries, ReportChartProps } from './chart-shape.ts';

/** Tokens of ui/theme.ts, distinguishable from the background and from each other, in light and dark. */
const first = 'var(--mui-palette-info-main)';
const second = 'var(--mui-palette-primary-main)';
/** Muted colour for measured values, or for the previous period. */
const quiet = 'var(--mui-palette-text-disabled)';

/**
 * Returns the colours of the series. Of three series, the first is the measured one; a series of the previous period is
 * muted.
 */
export function chartColors(series: readonly ChartSeries[]): string[] {
  if (series.length > 2) return [quiet, first, second];
  const looked = series.filter(({ isBefore = false }) => !isBefore);
  return series.map((one) => {
    if (one.isBefore) return quiet;
    return one === looked[0] ? first : second;
  });
}

export const CHART_MARGIN = { left: 4, right: 4, top: 8, bottom: 4 } as const;
const SMALL = { fontSize: 12 } as const;
/** Widths of a vertical axis of amounts in px, for the longest short number (Arabic), without and with a unit beside it. */
const AMOUNTS_WIDTH = 60;
const AMOUNTS_AND_UNIT_WIDTH = 76;

/** The settings of both axes, for charts of any kind. */
export function useChartAxes({ names, labelEvery = 1, write, writeAxis, unit }: ReportChartProps) {
  const { money } = useFormat();
  const { direction, dateLocale } = useLanguage();
  const isRtl = direction === 'rtl';
  const short = new Intl.NumberFormat(dateLocale, { notation: 'compact', maximumFractionDigits: 1 });
  const writeValue = write ?? money;
  return {
    isRtl,
    start: isRtl ? ('right' as const) : ('left' as const),
    /** Indices as data instead of names, because two hours have the same name on the day when the clocks go back. */
    bands: {
      data: names.map((_, place) => place),
      valueFormatter: (place: number) => names[place] ?? '',
      tickLabelStyle: SMALL,
      ...(labelEvery > 1 && { tickLabelInterval: (_: number, place: number) => place % labelEvery === 0 }),
    },
    amountsWidth: unit === undefined ? AMOUNTS_WIDTH : AMOUNTS_AND_UNIT_WIDTH,
    amounts: {
      valueFormatter: writeAxis ?? ((value: number) => short.format(value)),
      tickLabelStyle: SMALL,
      ...(unit !== undefined && { label: unit, labelStyle: SMALL }),
    },
    seriesOf: ({ label, values }: ChartSeries) => ({
      label,
      data: [...values],
      valueFormatter: (value: number | null) => (value === null ? '–' : writeValue(value)),
    }),
  };
}

/** React hook that describes a chart in one sentence for screen readers; the figures are in the table. */
export function useChartText({ title, names, series }: ReportChartProps): string {
  const { t } = useTranslation();
  return t('reports_chart', {
    title,
    series: series.map(({ label }) => label).join(', '),
    from: names[0] ?? '',
    to: names.at(-1) ?? '',
  });
}
