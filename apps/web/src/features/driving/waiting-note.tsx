// Note on queued steps: being sent, waiting for the network after a failure, or rejected with a way to correct them.
import type { ErrorCode } from '@kerb/domain/kernel';
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined';
import CloudUploadOutlined from '@mui/icons-material/CloudUploadOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { appQueue } from '../../lib/trip-queue/app-queue.ts';
import type { QueuedStep } from '../../lib/trip-queue/queued-step.ts';
import type { ShownTrip } from '../../lib/trip-queue/shown-trip.ts';
import { type StepsOfTrip, useTripQueue } from '../../lib/trip-queue/use-trip-queue.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';

const otpRefusals: readonly string[] = ['trip_otp_wrong', 'trip_otp_paused'] satisfies ErrorCode[];

/** A wrong trip code, which is corrected by typing the code again; a start can be rejected for other reasons too. */
export const isOtpRefusal = ({ refusal }: Pick<QueuedStep, 'refusal'>): boolean =>
  refusal !== null && otpRefusals.includes(refusal.code);

/** Rendered before it has content, so that screen readers announce changes; `contents` avoids an empty gap. */
const liveRegion = { display: 'contents' } as const;

const noteLook = {
  display: 'grid',
  gap: 0.75,
  px: 2,
  py: 1.5,
  borderRadius: '16px',
  bgcolor: 'background.subtle',
  border: '1px dashed',
  borderColor: 'text.disabled',
} as const;

interface NoteLineProps {
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

function NoteLine({ icon, children }: NoteLineProps) {
  return (
    <Box sx={{ display: 'flex', gap: 1.25, alignItems: 'start' }}>
      {icon}
      <Box sx={{ minWidth: 0, fontWeight: 560, overflowWrap: 'anywhere' }}>{children}</Box>
    </Box>
  );
}

interface WaitingNoteProps {
  readonly shown: ShownTrip;
  readonly steps: StepsOfTrip;
}

export function WaitingNote({ shown, steps }: WaitingNoteProps) {
  const { t } = useTranslation();
  const { waiting, refused, networkFailed } = steps;
  return (
    <>
      <Box role="status" sx={liveRegion}>
        {waiting.length > 0 && (
          <Box sx={noteLook} data-testid="waiting-steps">
            {networkFailed ? (
              <NoteLine icon={<CloudOffOutlined aria-hidden sx={{ color: 'warning.main' }} />}>
                {t('kept_here')}
              </NoteLine>
            ) : (
              <NoteLine icon={<CloudUploadOutlined aria-hidden sx={{ color: 'text.secondary' }} />}>
                {t('kept_sending')}
              </NoteLine>
            )}
            <StepTimes steps={waiting} />
            {networkFailed && shown.awaitsFare && (
              <Typography variant="body2" color="text.secondary">
                {t(shown.booking.payment_mode === 'cash' ? 'kept_fare_cash' : 'kept_fare')}
              </Typography>
            )}
            {networkFailed && shown.awaitsPayment && (
              <Typography variant="body2" color="text.secondary">
                {t('kept_cash')}
              </Typography>
            )}
          </Box>
        )}
      </Box>
      {refused && <RefusedNote step={refused} behind={steps.behind} />}
    </>
  );
}

/** The queued steps, each with the time at which it happened. */
function StepTimes({ steps }: { steps: readonly QueuedStep[] }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  return (
    <Box component="ul" aria-label={t('kept_steps')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {steps.map(({ id, kind, at }) => (
        <Typography
          key={id}
          component="li"
          variant="body2"
          color="text.secondary"
          sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}
        >
          <span>{t(`kept_${kind}`)}</span>
          <span className="tabular">{time(at)}</span>
        </Typography>
      ))}
    </Box>
  );
}

function RefusedNote({ step, behind }: { step: QueuedStep; behind: number }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const queue = appQueue.queue();
  const isPhoto = step.file !== null;
  return (
    <Box role="alert" sx={{ ...noteLook, borderColor: 'error.main' }}>
      <NoteLine icon={<ErrorOutlineOutlined aria-hidden sx={{ color: 'error.main' }} />}>
        {t(`kept_${step.kind}`)}: {errorText(step.refusal?.code ?? 'internal')}
      </NoteLine>
      {behind > 0 && (
        <Typography variant="body2" color="text.secondary">
          {t('refused_behind', { count: behind })}
        </Typography>
      )}
      {!isOtpRefusal(step) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, pt: 0.5 }}>
          {!isPhoto && (
            <Button variant="outlined" onClick={() => void queue?.retry(step.booking)}>
              {t('retry')}
            </Button>
          )}
          <Button color="error" onClick={() => void queue?.discard(step.booking)}>
            {t('refused_drop')}
          </Button>
        </Box>
      )}
    </Box>
  );
}

/** Steps that could not be sent because the trip was cancelled or is no longer this driver's. */
export function LostNote() {
  const { t } = useTranslation();
  const { lost, queue } = useTripQueue();
  if (!lost) return null;
  return (
    <Box role="alert" sx={noteLook}>
      <NoteLine icon={<ErrorOutlineOutlined aria-hidden sx={{ color: 'warning.main' }} />}>
        {t(`lost_${lost.why}`)}
      </NoteLine>
      <Box>
        <Button variant="outlined" onClick={() => queue?.seen()}>
          {t('lost_seen')}
        </Button>
      </Box>
    </Box>
  );
}
