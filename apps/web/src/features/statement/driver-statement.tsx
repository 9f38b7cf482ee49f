// Monthly statement of a driver: opening balance, changes by kind, closing balance, and all transactions; also as PDF.
import type { Statement } from '@kerb/contract';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { client } from '../../lib/store.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { MonthField } from '../../ui/dates/calendar-field.tsx';
import { Money } from '../../ui/money.tsx';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { monthAgo, nextMonth } from '../../ui/reports/months.ts';
import { fileTimeoutMs, ReportFiles } from '../../ui/reports/report-files.tsx';
import { ReportTable } from '../../ui/reports/report-table.tsx';

function Line({ name, amount, strong = false }: { name: string; amount: number; strong?: boolean }) {
  const weight = strong ? 680 : 400;
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        gap: 2,
        py: 0.75,
        ...(strong && { borderTop: '1px solid', borderColor: 'divider' }),
      }}
    >
      <Box component="dt" sx={{ fontWeight: weight, color: strong ? 'text.primary' : 'text.secondary' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0 }}>
        <Money amount={amount} strong={strong} />
      </Box>
    </Box>
  );
}

function Movements({ entries }: Pick<Statement, 'entries'>) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  if (entries.length === 0)
    return (
      <Typography color="text.secondary" sx={{ py: 3, textAlign: 'center' }}>
        {t('statement_empty')}
      </Typography>
    );
  return (
    <ReportTable
      label={t('statement_movements')}
      rows={entries}
      rowId={({ id }) => id}
      columns={[
        {
          field: 'kind',
          header: t('statement_movement'),
          render: ({ kind, date }) => (
            <Box sx={{ display: 'grid' }}>
              {t(`statement_${kind}`)}
              <Typography component="span" variant="caption" color="text.secondary">
                {dateTime(date)}
              </Typography>
            </Box>
          ),
        },
        {
          field: 'trip',
          header: t('statement_trip'),
          render: ({ reference }) => <bdi>{reference ?? '–'}</bdi>,
        },
        {
          field: 'amount',
          header: t('statement_amount'),
          align: 'end',
          render: ({ amount }) => <Money amount={amount} />,
        },
        {
          field: 'balance',
          header: t('statement_balance'),
          align: 'end',
          render: ({ balance }) => <Money amount={balance} strong />,
        },
      ]}
    />
  );
}

function StatementSkeleton() {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Placeholder height={148} />
        <Placeholder height={220} />
      </Box>
    </Loading>
  );
}

function Sums({ statement }: { statement: Statement }) {
  const { t } = useTranslation();
  return (
    <Box component="dl" sx={{ m: 0, px: 2.5, py: 1.5, borderRadius: '16px', bgcolor: 'background.subtle' }}>
      <Line name={t('statement_opening')} amount={statement.opening} />
      {statement.totals.map(({ kind, amount }) => (
        <Line key={kind} name={t(`statement_${kind}`)} amount={amount} />
      ))}
      <Line name={t('statement_closing')} amount={statement.closing} strong />
    </Box>
  );
}

interface DriverStatementProps {
  /** uid of the driver; omit it for the signed-in driver's own. */
  readonly driver?: string | undefined;
  /** Initial month, YYYY-MM; defaults to the current month. */
  readonly month?: string | undefined;
}

export function DriverStatement({ driver, month: first }: DriverStatementProps) {
  const { t } = useTranslation();
  const { direction } = useLanguage();
  const timezone = useSettings()?.timezone ?? 'UTC';
  const [month, setMonth] = useState(() => first ?? monthAgo(Date.now(), timezone));
  const query = { month };
  const own = answers.getMyStatement.useQuery(driver === undefined ? { query } : skipToken);
  const ofDriver = answers.getStatement.useQuery(
    driver === undefined ? skipToken : { params: { id: driver }, query },
  );
  const { answer: report, problem, loading, reload } = shownResponse(driver === undefined ? own : ofDriver);
  const print = () =>
    driver === undefined
      ? client.printMyStatement({ query: { month } }, { timeoutMs: fileTimeoutMs })
      : client.printStatement({ params: { id: driver }, query: { month } }, { timeoutMs: fileTimeoutMs });
  const [Before, After] = direction === 'rtl' ? [ChevronRight, ChevronLeft] : [ChevronLeft, ChevronRight];
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }} aria-busy={loading}>
      <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'center', pt: 1 }}>
        <IconButton aria-label={t('statement_before')} onClick={() => setMonth(nextMonth(month, -1))}>
          <Before />
        </IconButton>
        <Box sx={{ flex: '1 1 0', minWidth: 0, maxWidth: 220 }}>
          <MonthField required label={t('reports_month')} value={month} onChange={setMonth} />
        </Box>
        <IconButton aria-label={t('statement_after')} onClick={() => setMonth(nextMonth(month, 1))}>
          <After />
        </IconButton>
        <Box sx={{ marginInlineStart: 'auto' }}>
          <ReportFiles name={`statement-${month}`} pdf={print} />
        </Box>
      </Box>
      {report === null && problem === null && <StatementSkeleton />}
      {problem !== null && <ErrorState problem={problem} onRetry={reload} />}
      {report !== null && (
        <>
          {driver !== undefined && (
            <Typography variant="h5" component="p">
              <bdi>{report.name}</bdi>
            </Typography>
          )}
          <Sums statement={report} />
          <Movements entries={report.entries} />
        </>
      )}
    </Box>
  );
}
