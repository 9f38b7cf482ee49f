// The operator's figures: period, tiles, a chart of one figure, and cancellations; reloaded at least every five
// minutes.
import { type Figures, figuresBy } from '@kerb/contract';
import type { FigureName } from '@kerb/domain/figures';
import { isolated } from '@kerb/texts';
import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { client } from '../../lib/store.ts';
import { useDayOrMomentText } from '../../lib/use-day-text.ts';
import { useNow } from '../../lib/use-now.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { useQueryString } from '../../ui/data-table/use-query-string.ts';
import { DayField } from '../../ui/dates/calendar-field.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import { PillLinks } from '../../ui/pill-links.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { fileTimeoutMs, ReportFiles } from '../../ui/reports/report-files.tsx';
import { CancelReasons } from './cancel-reasons.tsx';
import { FigureGroups } from './figure-groups.tsx';
import { FigureTiles, TilesSkeleton } from './figure-tiles.tsx';
import { choiceOf, type FiguresChoice, figurePeriods } from './figures-query.ts';

const READ_AGAIN_MS = 60_000;
/** Reload interval of longer periods: they change slowly and are expensive to compute. */
const LONG_READ_AGAIN_MS = 300_000;

interface FiguresReportProps {
  /**
   * The acceptance rate of a fleet counts offers of bookings that another fleet got, so only admins get a link to them.
   */
  readonly isAdmin: boolean;
}

export function FiguresReport({ isAdmin }: FiguresReportProps) {
  const { params } = useQueryString();
  const timeZone = useSettings()?.timezone ?? 'UTC';
  const choice = choiceOf(params, useNow(true, READ_AGAIN_MS), timeZone);
  const { range, by, period, isWrong } = choice;
  const shown = shownResponse(
    answers.getFigures.useQuery(
      { query: { ...range, by } },
      { pollingInterval: period === 'today' ? READ_AGAIN_MS : LONG_READ_AGAIN_MS, skip: isWrong },
    ),
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <PeriodBar choice={choice} />
      {!isWrong && <Shown shown={shown} choice={choice} isAdmin={isAdmin} />}
    </Box>
  );
}

interface ShownProps {
  readonly shown: ReturnType<typeof shownResponse<Figures>>;
  readonly choice: FiguresChoice;
  readonly isAdmin: boolean;
}

function Shown({ shown: { answer, problem, reload, loading }, choice, isAdmin }: ShownProps) {
  const { t } = useTranslation();
  if (answer === null && problem !== null) return <ErrorState problem={problem} onRetry={reload} />;
  if (answer === null)
    return (
      <>
        <TilesSkeleton />
        <Loading>
          <Placeholder height={380} />
        </Loading>
      </>
    );
  const { now, before } = answer.total;
  const counted = [now, before].flatMap(({ completion, utilisation }) => [
    completion.bookings,
    utilisation?.duty_secs ?? 0,
  ]);
  if (counted.every((count) => count === 0))
    return (
      <EmptyState icon={<InsightsOutlined />} title={t('figures_empty')} text={t('figures_empty_text')} />
    );
  const isListed = (figure: FigureName) => figure !== 'acceptance' || isAdmin;
  return (
    // The previous response stays visible, dimmed, until the response for the new options arrives.
    <Box
      aria-busy={loading && !isAnswerTo(answer, choice)}
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'minmax(0, 1fr)',
        opacity: isAnswerTo(answer, choice) ? 1 : 0.6,
      }}
    >
      {problem !== null && <Alert severity="warning">{t('figures_outdated')}</Alert>}
      <PreviousText figures={answer} />
      <FigureTiles figures={answer} shown={choice.figure} isListed={isListed} />
      <Card
        title={t(`figure_${choice.figure}`)}
        note={t(`figures_define_${choice.figure}`)}
        aside={<ByPills choice={choice} />}
      >
        <FigureGroups
          figures={answer}
          by={shownBy(answer, choice)}
          figure={choice.figure}
          isListed={isListed(choice.figure)}
        />
      </Card>
      <Card title={t('figures_cancelled')}>
        <CancelReasons figures={answer} />
      </Card>
    </Box>
  );
}

const isAnswerTo = ({ from, to, groups }: Figures, { range, by }: FiguresChoice): boolean =>
  from === range.from && to === range.to && (groups[0] === undefined || groupedBy(groups[0]) === by);

const groupedBy = ({ hour, day }: Figures['groups'][number]): FiguresChoice['by'] => {
  if (hour !== null) return 'hour';
  return day === null ? 'area' : 'day';
};

/** The displayed response may still be the one for the previous options. */
const shownBy = ({ groups: [first] }: Figures, { by }: FiguresChoice): FiguresChoice['by'] =>
  first === undefined ? by : groupedBy(first);

function PreviousText({ figures: { previous } }: { figures: Figures }) {
  const { t } = useTranslation();
  const text = useDayOrMomentText();
  return (
    <Typography variant="body2" color="text.secondary">
      {t('figures_previous_of', { from: isolated(text(previous.from)), to: isolated(text(previous.to)) })}
    </Typography>
  );
}

function ByPills({ choice }: { choice: FiguresChoice }) {
  const { t } = useTranslation();
  return (
    <PillLinks
      label={t('figures_by')}
      param="by"
      value={choice.by}
      pills={figuresBy.options.map((value) => ({ value, text: t(`figures_by_${value}`) }))}
    />
  );
}

function PeriodBar({ choice }: { choice: FiguresChoice }) {
  const { t } = useTranslation();
  const { range, by, period, isWrong } = choice;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <PillLinks
          label={t('figures_period')}
          param="period"
          value={period}
          pills={figurePeriods.map((value) => ({ value, text: t(`figures_period_${value}`) }))}
        />
        <Box sx={{ marginInlineStart: 'auto' }}>
          <ReportFiles
            name={`figures-${range.from}-${range.to}`}
            csv={() => client.exportFigures({ query: { ...range, by } }, { timeoutMs: fileTimeoutMs })}
          />
        </Box>
      </Box>
      {period === 'own' && <OwnPeriod choice={choice} />}
      {isWrong && <Alert severity="error">{t('figures_period_wrong')}</Alert>}
    </Box>
  );
}

function OwnPeriod({ choice: { range } }: { choice: FiguresChoice }) {
  const { t } = useTranslation();
  const { change } = useQueryString();
  // Both days are written to the query string, because one of them may be a default that is not in it yet.
  const set = (next: Partial<typeof range>) => change({ ...range, ...next });
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        maxWidth: 440,
        gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      }}
    >
      <DayField
        label={t('figures_from')}
        value={range.from}
        clearable={false}
        size="small"
        onChange={(from) => set({ from })}
      />
      <DayField
        label={t('figures_to')}
        value={range.to}
        clearable={false}
        size="small"
        min={range.from}
        onChange={(to) => set({ to })}
      />
    </Box>
  );
}

interface CardProps {
  readonly title: string;
  readonly note?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

function Card({ title, note, aside, children }: CardProps) {
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'minmax(0, 1fr)',
        p: { xs: 1.5, sm: 2.5 },
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: '16px',
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'start' }}>
        <Box sx={{ flex: '1 1 260px' }}>
          <Typography variant="h5" component="h3">
            {title}
          </Typography>
          {note !== undefined && (
            <Typography variant="body2" color="text.secondary">
              {note}
            </Typography>
          )}
        </Box>
        {aside}
      </Box>
      {children}
    </Box>
  );
}
