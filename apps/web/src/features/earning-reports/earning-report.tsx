// The earning report: revenue and commission of each month, as a chart, a table, and files.
import type { EarningRow } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { client } from '../../lib/store.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { ErrorState } from '../../ui/page-states.tsx';
import { monthKey, useMonthText } from '../../ui/reports/months.ts';
import { type MonthRange, ReportBar, rangeQuery } from '../../ui/reports/report-bar.tsx';
import { ReportChart } from '../../ui/reports/report-chart.tsx';
import { fileTimeoutMs, ReportFiles } from '../../ui/reports/report-files.tsx';
import { NoData, ReportSkeleton } from '../../ui/reports/report-states.tsx';
import { type ReportColumn, ReportTable } from '../../ui/reports/report-table.tsx';

type Amount = keyof Omit<EarningRow, 'year' | 'month' | 'monthsName' | 'total_rides' | 'cancelled_rides'>;
type Totals = Omit<EarningRow, 'year' | 'month' | 'monthsName'>;

const amounts = [
  'tripCost',
  'rideCost',
  'cancellationFee',
  'convenienceFee',
  'discountAmount',
  'profit',
  'grossTripCost',
  'refunds',
] as const satisfies readonly Amount[];

/** Without the currency, which is shown once below the table: eleven columns are too narrow for it. */
function Figure({ value, digits = 0, strong = false }: { value: number; digits?: number; strong?: boolean }) {
  const { number } = useFormat();
  return (
    <Box component="span" className="tabular" dir="ltr" sx={{ fontWeight: strong ? 680 : undefined }}>
      {number(value, digits)}
    </Box>
  );
}

function useColumns(total: Totals): ReportColumn<EarningRow>[] {
  const { t } = useTranslation();
  const digits = useSettings()?.decimal ?? 2;
  const monthText = useMonthText();
  return [
    { field: 'month', header: t('reports_month'), render: (row) => monthText(row) },
    ...(['total_rides', 'cancelled_rides'] as const).map((field) => ({
      field,
      header: t(`reports_${field}`),
      align: 'end' as const,
      render: (row: EarningRow) => <Figure value={row[field]} />,
      total: <Figure value={total[field]} />,
    })),
    ...amounts.map((field) => ({
      field,
      header: t(`reports_${field}`),
      align: 'end' as const,
      render: (row: EarningRow) => <Figure value={row[field]} digits={digits} strong={field === 'profit'} />,
      total: <Figure value={total[field]} digits={digits} strong />,
    })),
  ];
}

function Months({ items, total }: { items: readonly EarningRow[]; total: Totals }) {
  const { t } = useTranslation();
  const monthText = useMonthText();
  const symbol = useSettings()?.symbol ?? '';
  const columns = useColumns(total);
  const oldestFirst = items.toReversed();
  return (
    <>
      <ReportChart
        title={t('reports_by_month')}
        names={oldestFirst.map((row) => monthText(row, 'short'))}
        series={(['grossTripCost', 'profit'] as const).map((field) => ({
          label: t(`reports_${field}`),
          values: oldestFirst.map((row) => row[field]),
        }))}
      />
      <ReportTable
        label={t('reports_by_month')}
        columns={columns}
        rows={items}
        rowId={monthKey}
        totalLabel={t('reports_total')}
      />
      <Typography variant="body2" color="text.secondary" sx={{ maxWidth: '70ch' }}>
        {t('reports_formulas', { symbol })}
      </Typography>
    </>
  );
}

export function EarningReport() {
  const [range, setRange] = useState<MonthRange>({ from: '', to: '' });
  const args = { query: rangeQuery(range) };
  const { answer, problem, loading, reload } = shownResponse(answers.getEarnings.useQuery(args));
  const files = (
    <ReportFiles
      name="earning-report"
      csv={() => client.exportEarnings(args, { timeoutMs: fileTimeoutMs })}
      pdf={() => client.printEarnings(args, { timeoutMs: fileTimeoutMs })}
    />
  );
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }} aria-busy={loading}>
      <ReportBar range={range} onRange={setRange} files={files} />
      {answer === null && problem === null && <ReportSkeleton />}
      {problem !== null && <ErrorState problem={problem} onRetry={reload} />}
      {answer !== null && (answer.items.length === 0 ? <NoData /> : <Months {...answer} />)}
    </Box>
  );
}
