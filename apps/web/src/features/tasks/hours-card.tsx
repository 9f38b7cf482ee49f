// Card of the driver's hours on duty: remaining time, the next break, and when duty is allowed again.
import type { Duty } from '@kerb/contract';
import type { DutySettings } from '@kerb/domain/fleet';
import { MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from '@kerb/domain/kernel';
import { setDuty } from '@kerb/sdk/store';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useKerbDispatch } from '../../lib/store.ts';
import { useClockOffset } from '../../lib/trip-queue/server-clock.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useNow } from '../../lib/use-now.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';

interface HoursCardProps {
  readonly settings: DutySettings;
  readonly onDuty: boolean;
  readonly onTrip: boolean;
}

/** Polled: periods on duty also begin and end with the phone's connection, without a change of the switch. */
const READ_AGAIN_MS = 5 * MS_PER_MINUTE;
/** Times beyond this are shown with their date. */
const NEAR_MS = 12 * MS_PER_HOUR;

export function HoursCard({ settings, onDuty, onTrip }: HoursCardProps) {
  const { t } = useTranslation();
  // By the server's clock, like the times of the duty.
  const now = useNow(true, 20 * MS_PER_SECOND) + useClockOffset();
  const query = answers.getDuty.useQuery(undefined, { pollingInterval: READ_AGAIN_MS });
  const { answer: duty, problem, reload } = shownResponse(query);
  if (duty === null && problem === null) return <Placeholder height={64} />;
  if (duty === null)
    return (
      <Button variant="outlined" onClick={reload}>
        {t('retry')}
      </Button>
    );
  return (
    <Box
      component="section"
      aria-label={t('hours_title')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        py: 1.25,
        borderRadius: '16px',
        bgcolor: 'background.subtle',
      }}
    >
      <Box sx={{ flex: '1 1 12rem', minWidth: 0 }}>
        {onDuty ? (
          <OnDuty duty={duty} settings={settings} onTrip={onTrip} now={now} />
        ) : (
          <OffDuty duty={duty} settings={settings} now={now} />
        )}
      </Box>
      {onDuty && !onTrip && duty.break_due_at !== null && <TakeBreak />}
    </Box>
  );
}

interface LinesProps {
  readonly duty: Duty;
  readonly settings: DutySettings;
  readonly now: number;
}

function OnDuty({ duty, settings, onTrip, now }: LinesProps & { onTrip: boolean }) {
  const { t } = useTranslation();
  const { duration, time } = useFormat();
  const { until, rule, limit_at: limitAt, break_due_at: breakDueAt } = duty;
  if (onTrip && until !== null && rule !== null && until <= now)
    return <Typography role="status">{t(`hours_over_${rule}`)}</Typography>;
  const breakIsNext = breakDueAt !== null && breakDueAt > now && breakDueAt < (limitAt ?? Number.MAX_VALUE);
  return (
    <>
      {limitAt !== null && <HoursLeft leftMs={limitAt - now} settings={settings} />}
      {breakIsNext && (
        <Typography variant="body2" color="text.secondary">
          {t('hours_break_by', { minutes: duration(settings.breakMinutes * 60), time: time(breakDueAt) })}
        </Typography>
      )}
    </>
  );
}

function OffDuty({ duty, settings, now }: LinesProps) {
  const { t } = useTranslation();
  const { time, dateTime } = useFormat();
  const { refused, allowed_from: allowedFrom, break_ends_at: breakEndsAt, limit_at: limitAt } = duty;
  if (refused !== null && allowedFrom > now) {
    const from = allowedFrom - now < NEAR_MS ? time(allowedFrom) : dateTime(allowedFrom);
    return <Typography role="status">{t(`hours_refused_${refused}`, { time: from })}</Typography>;
  }
  // A lower bound: while off duty the remaining time grows, as earlier hours drop out of the 24-hour window.
  const leftMs = limitAt === null ? null : limitAt - Math.max(now, allowedFrom);
  return (
    <>
      {breakEndsAt !== null && breakEndsAt > now - NEAR_MS && (
        <Typography role="status">
          {breakEndsAt > now ? t('hours_break_until', { time: time(breakEndsAt) }) : t('hours_break_done')}
        </Typography>
      )}
      {leftMs !== null && leftMs > 0 && <HoursLeft leftMs={leftMs} settings={settings} />}
    </>
  );
}

function HoursLeft({ leftMs, settings }: { leftMs: number; settings: DutySettings }) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  const limit = duration((settings.dutyHoursLimit * MS_PER_HOUR) / MS_PER_SECOND);
  return (
    <Typography sx={{ fontWeight: 560 }}>
      {t('hours_left', { left: duration(Math.max(0, leftMs) / MS_PER_SECOND), limit })}
    </Typography>
  );
}

function TakeBreak() {
  const { t } = useTranslation();
  const dispatch = useKerbDispatch();
  const { busy, problem, run } = useSubmission();
  return (
    <>
      <LoadingButton
        variant="outlined"
        loading={busy}
        sx={{ minHeight: 44 }}
        onClick={() => void run(() => dispatch(setDuty(false)).unwrap())}
      >
        {t('hours_take_break')}
      </LoadingButton>
      {/* The general text of `driver_busy` is about another driver. */}
      <ProblemText problem={problem === 'driver_busy' ? 'duty_on_trip' : problem} />
    </>
  );
}
