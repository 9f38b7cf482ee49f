// Shows when a driver's next shift starts, for drivers who may go on duty only within their shifts.
import { MS_PER_DAY, MS_PER_MINUTE, MS_PER_SECOND } from '@kerb/domain/kernel';
import { dayAfter, dayAt } from '@kerb/domain/recurring-bookings';
import { shiftAmong } from '@kerb/domain/shifts';
import { isolated } from '@kerb/texts';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useClockOffset } from '../../lib/trip-queue/server-clock.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useNow } from '../../lib/use-now.ts';
import { useSettings } from '../../lib/use-settings.ts';

/** Polled, because the driver gets no event when shifts are planned. */
const reading = { pollingInterval: 5 * MS_PER_MINUTE, refetchOnMountOrArgChange: true } as const;

interface NextShiftProps {
  /** True when the server has rejected going on duty outside a shift; otherwise only the next start is shown. */
  readonly refused: boolean;
}

export function NextShift({ refused }: NextShiftProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const errorText = useErrorText();
  const timeZone = useSettings()?.timezone ?? 'UTC';
  // By the server's clock, like the times of the shifts.
  const now = useNow(true, 20 * MS_PER_SECOND) + useClockOffset();
  // A shift that began yesterday may end today. Two weeks from yesterday cover at least the next seven days.
  const yesterday = dayAt(now - MS_PER_DAY, timeZone);
  const first = shownResponse(answers.getMyShifts.useQuery({ query: { week: yesterday } }, reading));
  const second = shownResponse(
    answers.getMyShifts.useQuery({ query: { week: dayAfter(yesterday, 7) } }, reading),
  );
  // After a rejection, wait for a reload: the cached plan may be outdated.
  if (refused && (first.loading || second.loading)) return null;
  const weeks = first.answer && second.answer ? [first.answer, second.answer] : null;
  const spans = weeks?.flatMap(({ days }) => days.flatMap(({ planned }) => planned)) ?? null;
  const shift = spans && shiftAmong(spans, now);
  if (!refused)
    return shift === null || shift.next === null ? null : (
      <Typography variant="body2" role="status" sx={{ mt: 1 }}>
        {t('duty_shift_next', { time: isolated(dateTime(shift.next)) })}
      </Typography>
    );
  if (shift === null || shift.current !== null) return errorText('outside_shift');
  if (shift.next === null) return t('duty_shift_none');
  return t('duty_shift_next', { time: isolated(dateTime(shift.next)) });
}
