// A driver's day: earnings by hour, trips, time on duty, and the amount available for withdrawal.
import type { DriverDay } from '@kerb/contract';
import { isoDay, parseDay } from '@kerb/domain/kernel';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useReloadAfterMidnight } from '../../lib/use-reload-after-midnight.ts';
import { DayField } from '../../ui/dates/calendar-field.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { DayHours } from './day-hours.tsx';
import { DayLines } from './day-lines.tsx';
import { PayoutCard } from './payout-card.tsx';

interface DriverDayViewProps {
  /** YYYY-MM-DD; null for today, whose date the server returns. */
  readonly date: string | null;
  readonly onDate: (date: string | null) => void;
}

export function DriverDayView({ date, onDate }: DriverDayViewProps) {
  const query = date === null ? {} : { date };
  const { answer: day, problem, loading, reload } = shownResponse(answers.getMyDay.useQuery({ query }));
  useReloadAfterMidnight(day?.today ?? null, reload);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }} aria-busy={loading}>
      <DayBar date={date ?? day?.day ?? ''} today={day?.today ?? null} onDate={onDate} />
      {day === null && problem === null && <DaySkeleton />}
      {problem !== null && <ErrorState problem={problem} onRetry={reload} />}
      {day !== null && <Day day={day} />}
    </Box>
  );
}

interface DayBarProps {
  /** The day that is shown or was chosen; '' until the first response for today. */
  readonly date: string;
  /** Null until the server has returned it. */
  readonly today: string | null;
  readonly onDate: (date: string | null) => void;
}

function DayBar({ date, today, onDate }: DayBarProps) {
  const { t } = useTranslation();
  const { direction } = useLanguage();
  const [Before, After] = direction === 'rtl' ? [ChevronRight, ChevronLeft] : [ChevronLeft, ChevronRight];
  const isToday = date === today;
  const choose = (chosen: string) => onDate(chosen === today ? null : chosen);
  return (
    <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'center', pt: 1 }}>
      <IconButton
        aria-label={t('day_previous')}
        disabled={date === ''}
        onClick={() => choose(isoDay(parseDay(date, -1)))}
      >
        <Before />
      </IconButton>
      <Box sx={{ flex: '1 1 0', minWidth: 0, maxWidth: 200 }}>
        {date === '' ? (
          <Placeholder height={40} />
        ) : (
          <DayField
            label={t('day_date')}
            size="small"
            clearable={false}
            value={date}
            max={today ?? undefined}
            onChange={(chosen) => chosen !== '' && choose(chosen)}
          />
        )}
      </Box>
      <IconButton
        aria-label={t('day_next')}
        disabled={today === null || date >= today}
        onClick={() => choose(isoDay(parseDay(date, 1)))}
      >
        <After />
      </IconButton>
      <Button
        variant="outlined"
        disabled={isToday || today === null}
        onClick={() => onDate(null)}
        sx={{ marginInlineStart: 'auto' }}
      >
        {t('day_today')}
      </Button>
    </Box>
  );
}

function DaySkeleton() {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Placeholder height={176} />
        <Placeholder height={340} />
        <Placeholder height={120} />
      </Box>
    </Loading>
  );
}

function Day({ day }: { day: DriverDay }) {
  const { t } = useTranslation();
  return (
    <>
      <DaySums day={day} />
      {day.lines.length === 0 ? (
        <EmptyState title={t('day_empty')} text={t('day_empty_text')} />
      ) : (
        <>
          <DayHours hours={day.hours} />
          <DayLines lines={day.lines} />
        </>
      )}
      <PayoutCard payout={day.payout} />
    </>
  );
}

/** Shortest time on duty for which an hourly amount is shown; below it the amount is not meaningful. */
const MIN_SECS = 900;

function DaySums({ day }: { day: DriverDay }) {
  const { t } = useTranslation();
  const { number, duration, money } = useFormat();
  const { dateLocale } = useLanguage();
  const percent = new Intl.NumberFormat(dateLocale, { style: 'percent', maximumFractionDigits: 0 });
  const written = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'full', timeZone: 'UTC' });
  const { offers, accepted, acceptance, total, online_secs: online } = day;
  const perHour = online < MIN_SECS ? null : (total * 3600) / online;
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box>
        <Typography component="h2" color="text.secondary">
          {written.format(Date.parse(day.day))}
        </Typography>
        <Typography variant="h1" component="p" role="status">
          <Money amount={day.total} strong />
        </Typography>
      </Box>
      <Figures
        count={4}
        figures={[
          { name: t('day_trips', { count: day.trips }), value: number(day.trips) },
          { name: t('day_online'), value: online === 0 ? '–' : duration(online) },
          {
            name: t('day_per_hour'),
            value: perHour === null ? '–' : money(perHour),
          },
          {
            name:
              offers === 0
                ? t('day_no_offers')
                : t('day_offers', { count: offers, accepted: number(accepted) }),
            value: acceptance === null ? '–' : percent.format(acceptance),
          },
        ]}
      />
    </Box>
  );
}
