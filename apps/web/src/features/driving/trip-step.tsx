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
import { SlideToConfirm } from '../../ui/slide-to-confirm.tsx';
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
  if (step === null) return null;
  const isUnderway = fresh !== null && fresh.kind === step;
  const confirm = () => {
    if (step === 'start' && booking.otp_required) setCodeOpen(true);
    else void onTake(step);
  };
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <FarNote booking={booking} position={position} />
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
    </Box>
  );
}

const steps = ['arrive', 'start', 'reach', 'collect'] as const;

function stepOf({ actions }: BookingView): (typeof steps)[number] | null {
  return steps.find((step) => actions.includes(step)) ?? null;
}

/** Distance in km from which a warning is shown; confirming from farther away is allowed. */
const farKm = 0.25;

function FarNote({ booking, position }: { booking: BookingView; position: LatLng | null }) {
  const { t } = useTranslation();
  const shortDistance = useShortDistance();
  if (position === null) return null;
  const km = booking.status === 'ACCEPTED' ? distanceKm(position, booking.pickup) : null;
  if (km === null || km <= farKm) return null;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ textAlign: 'center' }}>
      {t('far_from_pickup', { distance: shortDistance(km) })}
    </Typography>
  );
}
