// Driver earnings report: each month of each driver or fleet, the top earners, and links to the drivers' statements.
import type { DriverEarningRow, RouteInput, Routes } from '@kerb/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { client } from '../../lib/store.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { Money } from '../../ui/money.tsx';
import { ErrorState } from '../../ui/page-states.tsx';
import { monthAgo, monthKey, useMonthText } from '../../ui/reports/months.ts';
import { type MonthRange, ReportBar, rangeQuery } from '../../ui/reports/report-bar.tsx';
import { ReportChart } from '../../ui/reports/report-chart.tsx';
import { fileTimeoutMs, ReportFiles } from '../../ui/reports/report-files.tsx';
import { NoData, ReportSkeleton } from '../../ui/reports/report-states.tsx';
import { type ReportColumn, ReportTable } from '../../ui/reports/report-table.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { type ChosenPerson, PersonFilter } from './person-filter.tsx';
import { topEarners } from './top-earners.ts';

type By = 'driver' | 'fleet';
type OnStatement = (driver: string, month: string) => void;
interface Total {
  readonly total_rides: number;
  readonly driverShare: number;
}

const TOP = 10;
const MONTHS = 12;

function useNames(by: By): (row: DriverEarningRow) => string {
  const { t } = useTranslation();
  return (row) => {
    if (by === 'fleet') return row.uid === null ? t('reports_no_fleet') : row.fleet || t('reports_unnamed');
    return row.driverName || t('reports_unnamed');
  };
}

function useColumns(by: By, total: Total, onStatement: OnStatement): ReportColumn<DriverEarningRow>[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  const monthText = useMonthText();
  const nameOf = useNames(by);
  const name = {
    field: 'name',
    header: by === 'fleet' ? t('reports_fleet') : t('reports_driver'),
    render: (row: DriverEarningRow) => <bdi>{nameOf(row)}</bdi>,
  };
  const ofDriver: ReportColumn<DriverEarningRow>[] = [
    {
      field: 'driverVehicleNo',
      header: t('reports_vehicle'),
      render: (row) => <bdi>{row.driverVehicleNo || '–'}</bdi>,
    },
    { field: 'fleet', header: t('reports_fleet'), render: (row) => <bdi>{row.fleet || '–'}</bdi> },
  ];
  return [
    name,
    { field: 'month', header: t('reports_month'), render: (row) => monthText(row) },
    ...(by === 'driver' ? ofDriver : []),
    {
      field: 'total_rides',
      header: t('reports_total_rides'),
      align: 'end',
      render: (row) => <span className="tabular">{number(row.total_rides)}</span>,
      total: <span className="tabular">{number(total.total_rides)}</span>,
    },
    {
      field: 'driverShare',
      header: t('reports_driverShare'),
      align: 'end',
      render: (row) => <Money amount={row.driverShare} strong />,
      total: <Money amount={total.driverShare} strong />,
    },
    ...(by === 'driver'
      ? [
          {
            field: 'statement',
            header: t('reports_statement'),
            align: 'end' as const,
            render: (row: DriverEarningRow) =>
              // Servers of an earlier version do not say whether the statement may be read.
              row.uid === null || row.hasStatement === false ? (
                '–'
              ) : (
                <Button
                  size="small"
                  aria-label={t('reports_statement_of', { name: nameOf(row), month: monthText(row) })}
                  onClick={() => onStatement(row.uid ?? '', monthKey(row))}
                >
                  {t('reports_open')}
                </Button>
              ),
          },
        ]
      : []),
  ];
}

interface EarningsProps {
  readonly by: By;
  readonly items: readonly DriverEarningRow[];
  readonly total: Total;
  readonly onStatement: OnStatement;
}

function Earnings({ by, items, total, onStatement }: EarningsProps) {
  const { t } = useTranslation();
  const monthText = useMonthText();
  const nameOf = useNames(by);
  const columns = useColumns(by, total, onStatement);
  const top = topEarners(items, TOP);
  const label = t('reports_driverShare');
  const oldestFirst = items.toReversed();
  const isOne = top.length === 1;
  return (
    <>
      {isOne ? (
        <ReportChart
          title={t('reports_share_by_month')}
          names={oldestFirst.map((row) => monthText(row, 'short'))}
          series={[{ label, values: oldestFirst.map((row) => row.driverShare) }]}
        />
      ) : (
        <ReportChart
          lying
          title={by === 'fleet' ? t('reports_top_fleets') : t('reports_top_drivers')}
          names={top.map(({ row }) => nameOf(row))}
          series={[{ label, values: top.map(({ share }) => share) }]}
        />
      )}
      <ReportTable
        label={t('nav_driverearning')}
        columns={columns}
        rows={items}
        rowId={(row) => `${monthKey(row)} ${row.uid}`}
        totalLabel={t('reports_total')}
      />
    </>
  );
}

interface DriverEarningsProps {
  /** False for fleet admins, who see only their own fleet. */
  readonly ofAllFleets: boolean;
  readonly onStatement: OnStatement;
}

export function DriverEarnings({ ofAllFleets, onStatement }: DriverEarningsProps) {
  const { t } = useTranslation();
  const timezone = useSettings()?.timezone ?? 'UTC';
  const [range, setRange] = useState<MonthRange>(() => ({
    from: monthAgo(Date.now(), timezone, MONTHS - 1),
    to: '',
  }));
  const [by, setBy] = useState<By>('driver');
  const [driver, setDriver] = useState<ChosenPerson | null>(null);
  const [fleet, setFleet] = useState<ChosenPerson | null>(null);
  const query = { ...rangeQuery(range), driver: driver?.id, fleetadmin: fleet?.id, by };
  const filters = (
    <>
      <PersonFilter usertype="driver" label={t('reports_driver')} value={driver} onChange={setDriver} />
      {ofAllFleets && (
        <PersonFilter usertype="fleetadmin" label={t('reports_fleet')} value={fleet} onChange={setFleet} />
      )}
      {ofAllFleets && (
        <Segmented
          label={t('reports_by')}
          value={by}
          onChange={setBy}
          options={[
            { value: 'driver', text: t('reports_by_driver') },
            { value: 'fleet', text: t('reports_by_fleet') },
          ]}
        />
      )}
    </>
  );
  const files = (
    <ReportFiles
      name="driver-earnings"
      csv={() => client.exportDriverEarnings({ query }, { timeoutMs: fileTimeoutMs })}
      pdf={() => client.printDriverEarnings({ query }, { timeoutMs: fileTimeoutMs })}
    />
  );
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ReportBar range={range} onRange={setRange} filters={filters} files={files} />
      {/* The key discards the rows of drivers when the report is grouped by fleet, and vice versa. */}
      <EarningsOf key={by} by={by} query={query} onStatement={onStatement} />
    </Box>
  );
}

interface EarningsOfProps extends Pick<EarningsProps, 'by' | 'onStatement'> {
  readonly query: NonNullable<RouteInput<Routes['getDriverEarnings']>['query']>;
}

function EarningsOf({ by, query, onStatement }: EarningsOfProps) {
  const { answer, problem, loading, reload } = shownResponse(answers.getDriverEarnings.useQuery({ query }));
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }} aria-busy={loading}>
      {answer === null && problem === null && <ReportSkeleton />}
      {problem !== null && <ErrorState problem={problem} onRetry={reload} />}
      {answer !== null &&
        (answer.items.length === 0 ? <NoData /> : <Earnings {...answer} by={by} onStatement={onStatement} />)}
    </Box>
  );
}
