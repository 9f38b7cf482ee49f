// A rider's recurring trips: the next days, each of which can be skipped and restored, and a button that ends the
// series.
import type { RecurringBooking, RecurringDay } from '@kerb/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { paths } from '../../lib/paths.ts';
import { useNearDayText, useWeekdayText } from '../../lib/use-day-text.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { ErrorState } from '../../ui/page-states.tsx';
import { pagedEntries } from '../../ui/paged-entries.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { type Tone, ToneChip } from '../../ui/tone-chip.tsx';
import { weekdayNames } from './weekday-names.ts';

/** Series per page, and days with a trip that a series shows at first: more would push the form out of view. */
const pageLength = 5;
const daysAtFirst = 3;

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  outline: 'none',
} as const;

export function RiderRepeats({ rider }: { rider: string }) {
  const { t } = useTranslation();
  const series = pagedEntries(
    answers.listRecurringBookingsPages.useInfiniteQuery({
      query: { rider, active: 'true', limit: pageLength },
    }),
  );
  // A stopped series is no longer in the list, but its dialog must still show what could not be cancelled.
  const [stopping, setStopping] = useState<RecurringBooking | null>(null);
  const isFailed = series.items === null && series.problem !== null;
  return (
    <>
      {isFailed && <ErrorState problem={series.problem} onRetry={series.retry} />}
      {series.items !== null && series.items.length > 0 && (
        <Box>
          <Typography variant="body2" component="h2" sx={{ fontWeight: 600, mb: 0.5 }}>
            {t('desk_repeats')}
          </Typography>
          <PagedList
            label={t('desk_repeats')}
            list={series}
            keyOf={({ id }) => id}
            render={(repeat) => <Repeat repeat={repeat} onStop={() => setStopping(repeat)} />}
            asCards
          />
        </Box>
      )}
      {stopping !== null && <StopDialog repeat={stopping} onClose={() => setStopping(null)} />}
    </>
  );
}

function Repeat({ repeat, onStop }: { repeat: RecurringBooking; onStop: () => void }) {
  const { t } = useTranslation();
  const { dateLocale, direction } = useLanguage();
  const dayText = useWeekdayText();
  const [skip, { isLoading, error }] = answers.skipRecurringDay.useMutation();
  const [showsAll, setShowsAll] = useState(false);
  const days = weekdayNames(repeat.weekdays, dateLocale);
  const headingId = useId();
  const dayList = useRef<HTMLUListElement>(null);
  const last = repeat.nextDays.filter((day) => !isLeftOut(day))[daysAtFirst - 1];
  const shown = repeat.nextDays.filter(
    ({ day, problem }) => showsAll || last === undefined || day <= last.day || problem !== null,
  );
  const showAll = () => {
    setShowsAll(true);
    // The button disappears, and the focus with it.
    dayList.current?.focus();
  };
  const until = repeat.lastDay === null ? '' : ` · ${t('desk_until', { day: dayText(repeat.lastDay) })}`;
  return (
    <Box
      sx={{
        bgcolor: 'background.subtle',
        borderRadius: '12px',
        p: 1.5,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1,
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography id={headingId} variant="body2" sx={{ fontWeight: 600 }}>
            {days} · <bdi dir="ltr">{repeat.timeOfDay}</bdi>
            {until}
          </Typography>
          <Typography variant="body2" noWrap>
            <bdi>{repeat.pickup.add}</bdi> {direction === 'rtl' ? '←' : '→'} <bdi>{repeat.drop.add}</bdi>
          </Typography>
        </Box>
        <Button size="small" color="error" onClick={onStop} sx={{ flexShrink: 0 }}>
          {t('desk_stop')}
        </Button>
      </Box>
      <Box component="ul" ref={dayList} tabIndex={-1} aria-labelledby={headingId} sx={list}>
        {shown.map((day) => (
          <Day
            key={day.day}
            day={day}
            busy={isLoading}
            onSkip={(isSkipped) =>
              void skip({ params: { id: repeat.id }, body: { day: day.day, skip: isSkipped } })
            }
          />
        ))}
      </Box>
      {shown.length < repeat.nextDays.length && (
        <Button size="small" onClick={showAll} aria-describedby={headingId} sx={{ justifySelf: 'start' }}>
          {t('desk_show_all_days')}
        </Button>
      )}
      <ProblemText problem={error ?? null} />
    </Box>
  );
}

const tones: Readonly<Record<RecurringDay['status'], Tone>> = {
  booked: 'done',
  planned: 'waiting',
  skipped: 'stopped',
  cancelled: 'stopped',
  failed: 'due',
};

const isLeftOut = ({ status }: RecurringDay): boolean => status === 'skipped' || status === 'cancelled';

interface DayProps {
  readonly day: RecurringDay;
  readonly busy: boolean;
  readonly onSkip: (skip: boolean) => void;
}

function Day({ day, busy, onSkip }: DayProps) {
  const { t } = useTranslation();
  const dayText = useNearDayText();
  const errorText = useErrorText();
  const leftOut = isLeftOut(day);
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 40, minWidth: 0 }}>
      <Typography variant="body2" sx={{ flex: 1, minWidth: 0 }}>
        {dayText(day.day)}
        {day.problem !== null && (
          <Typography component="span" variant="body2" color="error" sx={{ display: 'block' }}>
            {errorText(day.problem)}
          </Typography>
        )}
      </Typography>
      {day.booking !== null && (
        <Box component={Link} to={paths.booking(day.booking)} className="tabular" sx={{ color: 'inherit' }}>
          <bdi dir="ltr">{day.reference}</bdi>
        </Box>
      )}
      <ToneChip tone={tones[day.status]}>{t(`desk_day_${day.status}`)}</ToneChip>
      <Button size="small" disabled={busy} onClick={() => onSkip(!leftOut)}>
        {leftOut ? t('desk_plan_again') : t('desk_leave_out')}
      </Button>
    </Box>
  );
}

function StopDialog({ repeat, onClose }: { repeat: RecurringBooking; onClose: () => void }) {
  const { t } = useTranslation();
  const [cancelBooked, setCancelBooked] = useState(true);
  const [stop, { isLoading, error, data }] = answers.stopRecurringBooking.useMutation();
  const confirm = async () => {
    const stopped = await stop({ params: { id: repeat.id }, body: { cancelBooked } });
    if (stopped.data?.notCancelled.length === 0) onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t('desk_stop_title')}
      confirmText={t('desk_stop')}
      cancelText={data && t('close')}
      busy={isLoading}
      disabled={data !== undefined}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 1 }}>
        <FormControlLabel
          label={t('desk_stop_cancel')}
          control={<Checkbox checked={cancelBooked} onChange={(_, checked) => setCancelBooked(checked)} />}
        />
        {data && data.notCancelled.length > 0 && (
          <Typography variant="body2" color="error" role="alert">
            {t('desk_not_cancelled', {
              list: data.notCancelled.map(({ reference }) => reference).join(', '),
            })}
          </Typography>
        )}
        <ProblemText problem={error ?? null} />
      </Box>
    </ConfirmDialog>
  );
}
