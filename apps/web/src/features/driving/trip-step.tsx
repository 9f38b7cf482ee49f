// The next step of a trip as a slider to confirm: arrived, start (with the trip code), reached, cash collected.
import type { BookingView } from '@kerb/contract';
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StepsOfTrip } from '../../lib/trip-queue/use-trip-queue.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useShortDistance } from '../../lib/use-short-distance.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SlideToConfirm } from '../../ui/slide-to-confirm.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { TripOtpDialog } from './trip-otp-dialog.tsx';
import type { TakeStep } from './use-take-step.ts';
import { isOtpRefusal } from './waiting-note.tsx';

interface TripStepProps {
  readonly booking: BookingView;
  readonly position: LatLng | null;
  readonly steps: StepsOfTrip;
  readonly onTake: TakeStep['take'];
}

export function TripStep({ booking, position, steps, onTake }: TripStepProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const [isCodeOpen, setCodeOpen] = useState(false);
  const { refused, fresh } = steps;
  const asksAgain = refused !== null && isOtpRefusal(refused);
  // Opens the dialog again after the server has rejected the code.
  useEffect(() => {
    if (asksAgain) setCodeOpen(true);
  }, [asksAgain]);
  const step = stepOf(booking);
  const [isEndAsked, setEndAsked] = useState(false);
  if (step === null) return null;
  const isUnderway = fresh !== null && fresh.kind === step;
  const farAway = kmToStep(booking, position);
  const confirm = () => {
    if (step === 'start' && booking.otp_required) setCodeOpen(true);
    else if (step === 'reach' && farAway !== null) setEndAsked(true);
    else void onTake(step);
  };
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {farAway !== null && <FarNote status={booking.status} km={farAway} />}
      <SlideToConfirm
        text={t(`step_${step}`, { amount: money(booking.payableAmount) })}
        busy={isUnderway}
        // A rejected step must be corrected before the next one.
        disabled={refused !== null && !asksAgain}
        onConfirm={confirm}
      />
      <TripOtpDialog
        open={isCodeOpen && booking.status === 'ARRIVED'}
        busy={isUnderway}
        refusal={asksAgain ? refused.refusal : null}
        onConfirm={(otp) => onTake('start', { otp })}
        onClose={() => setCodeOpen(false)}
      />
      <EndFarAway
        km={isEndAsked && step === 'reach' ? farAway : null}
        onEnd={() => {
          setEndAsked(false);
          void onTake('reach');
        }}
        onClose={() => setEndAsked(false)}
      />
    </Box>
  );
}

const steps = ['arrive', 'start', 'reach', 'collect'] as const;

function stepOf({ actions }: BookingView): (typeof steps)[number] | null {
  return steps.find((step) => actions.includes(step)) ?? null;
}

/** Distance in km from which the driver is warned before the step; confirming from farther away is allowed. */
const farKm = { ACCEPTED: 0.25, STARTED: 0.5 } as const;

/** Distance in km to the place of the next step, if it is far; otherwise null. */
function kmToStep({ status, pickup, drop }: BookingView, position: LatLng | null): number | null {
  if (position === null || (status !== 'ACCEPTED' && status !== 'STARTED')) return null;
  const km = distanceKm(position, status === 'ACCEPTED' ? pickup : drop);
  return km > farKm[status] ? km : null;
}

function FarNote({ status, km }: { status: BookingView['status']; km: number }) {
  const { t } = useTranslation();
  const shortDistance = useShortDistance();
  return (
    <Typography variant="body2" color="text.secondary" sx={{ textAlign: 'center' }}>
      {t(status === 'ACCEPTED' ? 'far_from_pickup' : 'far_from_drop', { distance: shortDistance(km) })}
    </Typography>
  );
}

interface EndFarAwayProps {
  /** Distance to the drop; null closes the dialog. */
  readonly km: number | null;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

/** Asks before a trip ends far from its drop, because the end decides the fare and cannot be undone. */
function EndFarAway({ km, onEnd, onClose }: EndFarAwayProps) {
  const { t } = useTranslation();
  const shortDistance = useShortDistance();
  const shownKm = useLastShown(km);
  return (
    <ConfirmDialog
      open={km !== null}
      title={t('end_far_title')}
      confirmText={t('end_far_confirm')}
      cancelText={t('end_far_drive_on')}
      onConfirm={onEnd}
      onClose={onClose}
    >
      {shownKm !== null && t('far_from_drop', { distance: shortDistance(shownKm) })}
    </ConfirmDialog>
  );
}
