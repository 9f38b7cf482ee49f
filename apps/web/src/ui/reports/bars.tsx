// The bars behind ReportChart, drawn by MUI X Charts in the colours of the theme, mirrored where reading is.
import Box from '@mui/material/Box';
import { BarChart } from '@mui/x-charts/BarChart';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-settings.ts';
import { chartHeight, type ReportChartProps } from './chart-shape.ts';

// Distinguishable from the background and from each other, in light and dark.
const colors = ['var(--mui-palette-info-main)', 'var(--mui-palette-primary-main)'];
/** Three series: what was measured stands back. */
const threeColors = ['var(--mui-palette-text-disabled)', ...colors];

export function Bars({ title, names, series, lying = false, labelEvery = 1, write }: ReportChartProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { direction, dateLocale } = useLanguage();
  const isRtl = direction === 'rtl';
  const short = new Intl.NumberFormat(dateLocale, { notation: 'compact', maximumFractionDigits: 1 });
  const bands = {
    scaleType: 'band' as const,
    // Their places: two hours of a day have the same name where the clocks go back.
    data: names.map((_, place) => place),
    valueFormatter: (place: number) => names[place] ?? '',
    tickLabelStyle: { fontSize: 12 },
    ...(labelEvery > 1 && { tickLabelInterval: (_: number, place: number) => place % labelEvery === 0 }),
    categoryGapRatio: names.length < 4 ? 0.7 : 0.3,
  };
  const amounts = { valueFormatter: (value: number) => short.format(value) };
  const start = isRtl ? ('right' as const) : ('left' as const);
  return (
    <Box
      role="img"
      aria-label={t('reports_chart', {
        title,
        series: series.map(({ label }) => label).join(', '),
        from: names[0] ?? '',
        to: names.at(-1) ?? '',
      })}
    >
      <BarChart
        height={chartHeight({ lying, names })}
        layout={lying ? 'horizontal' : 'vertical'}
        series={series.map(({ label, values }) => ({
          label,
          data: [...values],
          valueFormatter: (value: number | null) => (value === null ? '' : (write ?? money)(value)),
        }))}
        colors={series.length > 2 ? threeColors : colors}
        borderRadius={4}
        hideLegend={series.length < 2}
        margin={{ left: 4, right: 4, top: 8, bottom: 4 }}
        {...(lying
          ? {
              xAxis: [{ ...amounts, reverse: isRtl }],
              yAxis: [{ ...bands, position: start, width: 132 }],
              grid: { vertical: true },
            }
          : {
              xAxis: [{ ...bands, reverse: isRtl }],
              yAxis: [{ ...amounts, position: start, width: 52 }],
              grid: { horizontal: true },
            })}
      />
    </Box>
  );
}
