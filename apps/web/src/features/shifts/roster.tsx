// Weekly roster of drivers as a grid: planned and worked hours of each day, and late drivers; one day at a time on a
// phone.

import type { RosterDriver, User } from '@kerb/contract';
import { fullNameOf } from '@kerb/domain/identity';
import { dayAfter, dayAt } from '@kerb/domain/recurring-bookings';
import { isolated } from '@kerb/texts';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useDaysText, useWeekdayText } from '../../lib/use-day-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import { pagedEntries } from '../../ui/paged-entries.ts';
import { Placeholder } from '../../ui/placeholder.tsx';
import { DayCell } from './day-cell.tsx';
import { PlanDialog } from './plan-dialog.tsx';

/** Number of drivers on a page; their week is loaded in one request. */
const PAGE = 25;
/** Media query for screens where seven columns do not fit: one day is shown at a time. */
const SMALL = '(max-width: 899.95px)';
/** Polled, because drivers go on duty or become late without an action in this screen. */
const READ_AGAIN_MS = 60_000;

/** Days from Monday to Sunday of the week that contains `day` (YYYY-MM-DD). */
export function weekOf(day: string): string[] {
  const weekday = new Date(Date.parse(day)).getUTCDay() || 7;
  return Array.from({ length: 7 }, (_, index) => dayAfter(day, index + 1 - weekday));
}

interface RosterProps {
  /** Any day of the displayed week; null for today. */
  readonly day: string | null;
  readonly onDay: (day: string | null) => void;
}

export function Roster({ day, onDay }: RosterProps) {
  const { t } = useTranslation();
  const timeZone = useSettings()?.timezone ?? 'UTC';
  const today = dayAt(Date.now(), timeZone);
  const shown = day ?? today;
  const isSmall = useMediaQuery(SMALL);
  const [search, setSearch] = useState('');
  const [planned, setPlanned] = useState<User | null>(null);
  const q = useSettled(search.trim(), 250);
  const query = {
    ...(q !== '' && { q }),
    usertype: 'driver',
    limit: PAGE,
    sort: 'firstName',
    order: 'asc',
  } as const;
  const result = answers.listUsersPages.useInfiniteQuery({ query });
  const list = pagedEntries(result);
  const pages = result.currentData?.pages ?? [];
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Period day={shown} isSmall={isSmall} isToday={shown === today} onDay={onDay} />
        <TextField
          size="small"
          type="search"
          label={t('shifts_search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          sx={{ flex: { xs: '1 1 260px', md: '0 1 260px' } }}
        />
      </Box>
      {list.items === null && list.problem === null && (
        <Loading>
          <Placeholder height={320} />
        </Loading>
      )}
      {list.items === null && list.problem !== null && (
        <ErrorState problem={list.problem} onRetry={list.retry} />
      )}
      {list.items?.length === 0 && <EmptyState title={t('shifts_empty')} text={t('shifts_empty_text')} />}
      {list.items !== null && list.items.length > 0 && (
        <Box sx={{ overflowX: 'auto' }}>
          <Box component="table" sx={tableLook}>
            <HeadRow days={isSmall ? [shown] : weekOf(shown)} today={today} />
            {pages.map((page) => (
              <RosterRows
                key={page.items[0]?.id ?? ''}
                drivers={page.items}
                week={shown}
                days={isSmall ? [shown] : weekOf(shown)}
                onPlan={setPlanned}
              />
            ))}
          </Box>
        </Box>
      )}
      {list.more && (
        <LoadingButton
          variant="outlined"
          sx={{ justifySelf: 'center' }}
          loading={list.loadingMore}
          onClick={list.loadMore}
        >
          {t('show_more')}
        </LoadingButton>
      )}
      {planned !== null && <PlanDialog driver={planned} today={today} onClose={() => setPlanned(null)} />}
    </Box>
  );
}

interface PeriodProps {
  readonly day: string;
  readonly isSmall: boolean;
  readonly isToday: boolean;
  readonly onDay: (day: string | null) => void;
}

/** Buttons for the next and previous day on a phone, and week elsewhere. */
function Period({ day, isSmall, isToday, onDay }: PeriodProps) {
  const { t } = useTranslation();
  const weekdayText = useWeekdayText();
  const daysText = useDaysText();
  const isRtl = useLanguage().direction === 'rtl';
  const step = isSmall ? 1 : 7;
  const [first = day, ...others] = weekOf(day);
  const Before = isRtl ? ChevronRight : ChevronLeft;
  const After = isRtl ? ChevronLeft : ChevronRight;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, flex: '1 1 300px' }}>
      <IconButton
        aria-label={isSmall ? t('shifts_previous_day') : t('shifts_previous')}
        onClick={() => onDay(dayAfter(day, -step))}
      >
        <Before />
      </IconButton>
      <Typography component="h2" variant="h4" aria-live="polite">
        {isSmall
          ? weekdayText(day)
          : t('shifts_week', { days: isolated(daysText(first, others.at(-1) ?? first)) })}
      </Typography>
      <IconButton
        aria-label={isSmall ? t('shifts_next_day') : t('shifts_next')}
        onClick={() => onDay(dayAfter(day, step))}
      >
        <After />
      </IconButton>
      {!isToday && <Button onClick={() => onDay(null)}>{t('shifts_today')}</Button>}
    </Box>
  );
}

function HeadRow({ days, today }: { days: readonly string[]; today: string }) {
  const { t } = useTranslation();
  const { dateLocale } = useLanguage();
  const format = new Intl.DateTimeFormat(dateLocale, { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
  return (
    <thead>
      <tr>
        <th scope="col">{t('shifts_driver')}</th>
        {days.map((day) => (
          <th key={day} scope="col" aria-current={day === today ? 'date' : undefined}>
            {format.format(Date.parse(day))}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface RosterRowsProps {
  readonly drivers: readonly User[];
  readonly week: string;
  readonly days: readonly string[];
  readonly onPlan: (driver: User) => void;
}

function RosterRows({ drivers, week, days, onPlan }: RosterRowsProps) {
  const query = { week, drivers: drivers.map(({ id }) => id).join(',') };
  const { answer, problem, reload } = shownResponse(
    answers.getRoster.useQuery({ query }, { pollingInterval: READ_AGAIN_MS }),
  );
  // The answer may still be that of the previous week.
  const ofWeek = answer?.items.filter((row) => row.days.some(({ day }) => day === days[0])) ?? [];
  const rows = new Map(ofWeek.map((row) => [row.driver, row]));
  if (answer === null && problem !== null)
    return (
      <tbody>
        <tr>
          <td colSpan={days.length + 1}>
            <ErrorState problem={problem} onRetry={reload} />
          </td>
        </tr>
      </tbody>
    );
  return (
    <tbody>
      {drivers.map((driver) => (
        <RosterRow
          key={driver.id}
          driver={driver}
          row={rows.get(driver.id) ?? null}
          days={days}
          onPlan={() => onPlan(driver)}
        />
      ))}
    </tbody>
  );
}

interface RosterRowProps {
  readonly driver: User;
  /** Null while loading. */
  readonly row: RosterDriver | null;
  readonly days: readonly string[];
  readonly onPlan: () => void;
}

function RosterRow({ driver, row, days, onPlan }: RosterRowProps) {
  const { t } = useTranslation();
  const name = fullNameOf(driver) || driver.mobile;
  return (
    <tr>
      <th scope="row">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center' }}>
          <Button
            onClick={onPlan}
            sx={{
              justifyContent: 'flex-start',
              textAlign: 'start',
              lineHeight: 1.3,
              px: 1,
              py: 0.25,
              minHeight: { xs: 44, md: 32 },
            }}
          >
            <bdi>{name}</bdi>
          </Button>
          {row?.late && (
            <Typography variant="body2" sx={{ px: 1, fontWeight: 600, color: 'error.main' }}>
              {t('shifts_late')}
            </Typography>
          )}
          {row?.onDuty && (
            <Typography variant="body2" sx={{ px: 1, color: 'success.main' }}>
              {t('shifts_on_duty')}
            </Typography>
          )}
        </Box>
      </th>
      {days.map((day) => (
        <td key={day}>
          <DayCell isDense day={row?.days.find((one) => one.day === day) ?? null} />
        </td>
      ))}
    </tr>
  );
}

const tableLook = {
  width: '100%',
  borderCollapse: 'collapse',
  // All days have equal width, regardless of their content.
  tableLayout: 'fixed',
  '& th, & td': {
    textAlign: 'start',
    verticalAlign: 'middle',
    px: 1,
    py: 0.375,
    borderBottom: '1px solid',
    borderColor: 'divider',
  },
  '& thead th:first-of-type': { width: { md: '22%' }, paddingInlineStart: 2 },
  '& thead th': { typography: 'body2', color: 'text.secondary', fontWeight: 600, whiteSpace: 'nowrap' },
  '& thead th[aria-current]': { color: 'text.primary' },
  '& tbody th': { fontWeight: 400 },
} as const;
