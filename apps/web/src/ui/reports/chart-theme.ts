// What all charts share: the brand's colours by what a series says, axes with units, and the direction of reading.
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-settings.ts';
import type { ChartSeries, ReportChartProps } from './chart-shape.ts';

/** Tokens of ui/theme.ts, distinguishable from the background and from each other, in light and dark. */
const first = 'var(--mui-palette-info-main)';
const second = 'var(--mui-palette-primary-main)';
/** Stands back: what was measured, or the period before. */
const quiet = 'var(--mui-palette-text-disabled)';

/** Of three series the first was measured; of two with a period before, the second is that one. */
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
    /** Their places: two hours of a day have the same name where the clocks go back. */
    bands: {
      data: names.map((_, place) => place),
      valueFormatter: (place: number) => names[place] ?? '',
      tickLabelStyle: SMALL,
      ...(labelEvery > 1 && { tickLabelInterval: (_: number, place: number) => place % labelEvery === 0 }),
    },
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

/** What a chart shows, in one sentence; its figures stand in a table. */
export function useChartText({ title, names, series }: ReportChartProps): string {
  const { t } = useTranslation();
  return t('reports_chart', {
    title,
    series: series.map(({ label }) => label).join(', '),
    from: names[0] ?? '',
    to: names.at(-1) ?? '',
  });
}
